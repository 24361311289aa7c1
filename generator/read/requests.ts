import type { JsonSchema, Model, Rule } from '../catalogue.js'
import { satisfies } from '../check/satisfies.js'
import { exampleOf } from '../kinds/index.js'
import { chinesePrompt, examplePrompt } from '../kinds/prompt.js'

/** What is read of a model before the requests it accepts are found. */
type Facts = Pick<Model, 'id' | 'kind' | 'reference' | 'parameters' | 'rules'>

/** More rules than this are not kept together by their examples. */
const mostExamples = 4

const usual = new Set(['aspect_ratio', 'resolution', 'duration', 'generate_audio'])

/**
 * A model's id and its required parameters, each with its default or its first allowed value: what the examples of rules
 * are read together with. A rule that asks for one of several parameters rejects it.
 */
export function minimalRequest(model: Facts): JsonSchema {
  const body: JsonSchema = { model: model.id }
  for (const parameter of model.parameters)
    if (parameter.required) body[parameter.name] = exampleOf(parameter, model.kind)
  if (!model.reference) body.prompt = examplePrompt(model.kind)
  return body
}

/** The rules of a model that a body breaks. */
export function brokenRules(body: JsonSchema, { rules }: { rules: readonly Rule[] }): readonly Rule[] {
  return rules.filter(({ schema }) => !satisfies(schema, body))
}

/** The requests that stand for a model wherever an example is shown. */
export function exampleRequests(model: Facts): Model['requests'] {
  const smallest = inOrder(keepingRules(minimalRequest(model), model), model)
  const en = inOrder(withChoices(smallest, model), model)
  return { smallest, usual: { en, zh: inChinese(en, model) } }
}

/** The body with what examples of the rules put beside it, as few as will do, so that it breaks none, or at least none that rejects. */
function keepingRules(body: JsonSchema, { rules }: Facts): JsonSchema {
  for (const wanted of [rules, rules.filter(({ severity }) => severity === 'error')])
    for (let examples = 0; examples <= mostExamples; examples++) {
      const kept = withExamples(body, wanted, examples)
      if (kept !== undefined) return kept
    }
  return body
}

/** The body with so many examples of the rules that it breaks, the smallest first; undefined when it still breaks one. */
function withExamples(body: JsonSchema, rules: readonly Rule[], most: number): JsonSchema | undefined {
  const broken = brokenRules(body, { rules })
  if (broken.length === 0) return body
  if (most === 0) return undefined
  const examples = broken
    .flatMap(({ examples: { valid } }) => valid)
    .sort((left, right) => sizeOf(left) - sizeOf(right))
  for (const example of examples) {
    const kept = withExamples({ ...body, ...example }, rules, most - 1)
    if (kept !== undefined) return kept
  }
  return undefined
}

function sizeOf(example: JsonSchema): number {
  return Object.keys(example).length
}

/** The body with the choices most people make, each as far as no rule is against it. */
function withChoices(body: JsonSchema, model: Facts): JsonSchema {
  return model.parameters
    .filter(({ name, deprecated }) => usual.has(name) && deprecated === undefined && !Object.hasOwn(body, name))
    .reduce<JsonSchema>((chosen, parameter) => {
      const more = { ...chosen, [parameter.name]: exampleOf(parameter, model.kind) }
      return brokenRules(more, model).length > brokenRules(chosen, model).length ? chosen : more
    }, body)
}

/** The body with the prompt in Chinese where it is ours and the model takes it. */
function inChinese(body: JsonSchema, model: Facts): JsonSchema {
  const prompts = model.parameters.filter((parameter) => parameter.kind === 'prompt')
  const translated = chinesePrompt(model.kind)
  const accepts = (name: string): boolean => {
    const { minLength = 0, limits = [] } = prompts.find((prompt) => prompt.name === name) ?? {}
    return translated.length >= minLength && limits.every(({ max }) => translated.length <= max)
  }
  const names = (model.reference ? prompts.map(({ name }) => name) : ['prompt']).filter(
    (name) => body[name] === examplePrompt(model.kind) && accepts(name),
  )
  const chinese = { ...body, ...Object.fromEntries(names.map((name) => [name, translated])) }
  return brokenRules(chinese, model).length > brokenRules(body, model).length ? body : chinese
}

/** The body with its members in the order of the model's parameters. */
function inOrder(body: JsonSchema, { parameters }: Facts): JsonSchema {
  const { model = null, ...rest } = body
  const known = parameters.flatMap(({ name }) =>
    Object.hasOwn(rest, name) ? [[name, rest[name] ?? null] as const] : [],
  )
  return { model, ...Object.fromEntries(known), ...rest }
}

import type { JsonSchema, Model, Rule } from './catalogue.js'
import { satisfies } from './check/satisfies.js'
import { exampleOf } from './kinds/index.js'
import { examplePrompt } from './kinds/prompt.js'

/**
 * A model's id and its required parameters, each with its default or its first allowed value: what the examples of rules
 * are read together with. A rule that asks for one of several parameters rejects it.
 */
export function minimalRequest(model: Model): JsonSchema {
  return request(model, () => false)
}

/** The smallest request body that breaks no rule of the model. */
export function smallestRequest(model: Model): JsonSchema {
  return keepingRules(minimalRequest(model), model)
}

/** A request as a person would write it: the required parameters and the choices most people make, breaking no rule. */
export function exampleRequest(model: Model): JsonSchema {
  const usual = new Set(['aspect_ratio', 'resolution', 'duration', 'generate_audio'])
  return keepingRules(
    request(model, (name) => usual.has(name)),
    model,
  )
}

/** The rules of a model that a body breaks. */
export function brokenRules(body: JsonSchema, { rules }: Model): readonly Rule[] {
  return rules.filter(({ schema }) => !satisfies(schema, body))
}

function request(model: Model, isWanted: (name: string) => boolean): JsonSchema {
  const body: JsonSchema = { model: model.id }
  for (const parameter of model.parameters) {
    if (parameter.required || (isWanted(parameter.name) && parameter.deprecated === undefined))
      body[parameter.name] = exampleOf(parameter, model.kind)
  }
  if (!model.reference) body.prompt = examplePrompt(model.kind)
  return body
}

/** The body with what the examples of the rules that it breaks put beside it, the smallest first, until it breaks none. */
function keepingRules(body: JsonSchema, model: Model): JsonSchema {
  const broken = brokenRules(body, model)
  const fuller = broken
    .flatMap(({ examples }) => examples.valid)
    .sort((left, right) => Object.keys(left).length - Object.keys(right).length)
    .map((example): JsonSchema => ({ ...body, ...example }))
    .find((candidate) => brokenRules(candidate, model).length < broken.length)
  return fuller === undefined ? body : keepingRules(fuller, model)
}

import type { Catalogue, JsonSchema, JsonValue, Model, Parameter, Rule } from '../../catalogue.js'
import { parameterCases } from '../../emit/vectors/parameter-cases.js'
import { modelVectors } from '../../emit/vectors/model-vectors.js'
import { minimalRequest } from '../../read/requests.js'
import { sampleOf } from '../../kinds/index.js'
import type { Random } from '../../kinds/kind.js'
import { isObject } from '../../load/json-object.js'
import { perModel } from '../../per-model.js'
import { numbersRuleOf } from '../../rules/index.js'
import { same, type Pair } from '../pairs.js'
import { bordersOf } from './number-borders.js'
import { tellingValues } from './telling-values.js'

/** Generated requests for one model. More find no more in the hand-made changes that the tests hold this to. */
const generated = 240

/** Values are tried in so many requests: one that breaks a rule shows nothing. */
const mostStarts = 4

const vectorsOf = perModel(modelVectors)

/** One state of a model and the catalogue that it belongs to. */
export interface State {
  model: Model
  catalogue: Catalogue
}

/**
 * Requests that tell two states of a model apart: the vectors of both, then requests with some parameters at values
 * that one of them accepts, or at the borders of what it accepts. A parameter that is the same in both, and stands in no
 * rule that differs, gets no values of its own: what it says of a request is the same.
 */
export function* requestsFor(before: State, after: State, random: Random): Iterable<JsonSchema> {
  const names = differingNames(before, after)
  const isTelling = (id: string): boolean =>
    !id.includes('/') || id.startsWith('rule/') || names.has(id.split('/')[0] ?? '')
  for (const { model, catalogue } of [before, after])
    for (const { id, body } of vectorsOf(model, catalogue)) if (isTelling(id) && isObject(body)) yield body
  const starts = [...startsOf(before.model), ...startsOf(after.model)]
  for (const { rule, model } of differingRules(before.model, after.model)) {
    const stated = numbersRuleOf(rule.schema)
    if (stated !== undefined) yield* bordersOf(stated, completed(rule, model), model.parameters)
  }
  const pools = poolsOf([...before.model.parameters, ...after.model.parameters].filter(({ name }) => names.has(name)))
  for (const [name, { parameters }] of pools)
    for (const value of lengthened(parameters, random)) yield { ...starts[0], [name]: value }
  yield* valuesFor({ before: before.model, after: after.model }, random)
  for (let round = 0; round < generated; round++) {
    const body: JsonSchema = { ...starts[round % starts.length] }
    const share = 1 + random.below(4)
    for (const [name, { parameters, values }] of pools) {
      if (random.below(share) > 0) continue
      const parameter = parameters[random.below(parameters.length)]
      const value =
        random.below(2) === 0 || parameter === undefined
          ? values[random.below(values.length)]
          : sampleOf(parameter, random)
      if (value !== undefined) body[name] = value
    }
    yield body
  }
}

/** The smallest requests of both states with one parameter that is not the same in both, at values that may tell them apart. */
export function* valuesFor(
  { before, after }: Pick<Pair<Model>, 'before' | 'after'>,
  random: Random,
): Iterable<JsonSchema> {
  const starts = [...new Map([before, after].flatMap(startsOf).map((start) => [JSON.stringify(start), start])).values()]
  for (const name of new Set([...before.parameters, ...after.parameters].map((parameter) => parameter.name))) {
    const states = [before, after].map((model) => model.parameters.find((parameter) => parameter.name === name))
    const [first, ...others] = states.filter((parameter) => parameter !== undefined)
    if (first === undefined || same(states[0], states[1])) continue
    for (const value of tellingValues([first, ...others], random))
      for (const start of starts.slice(0, mostStarts)) yield { ...start, [name]: value }
  }
}

/** The parameters that are not the same in both states, and those that take part in a rule that is not. */
function differingNames(before: State, after: State): Set<string> {
  const all = [...before.model.parameters, ...after.model.parameters]
  const isShared = same(
    [before.catalogue.text, before.catalogue.findings],
    [after.catalogue.text, after.catalogue.findings],
  )
  if (!isShared || before.model.reference !== after.model.reference) return new Set(all.map(({ name }) => name))
  const differ = <T>(left: readonly T[], right: readonly T[], key: (item: T) => string): T[] => {
    const [old, now] = [new Map(left.map((item) => [key(item), item])), new Map(right.map((item) => [key(item), item]))]
    return [...left, ...right].filter((item) => !same(old.get(key(item)), now.get(key(item))))
  }
  return new Set([
    ...differ(before.model.parameters, after.model.parameters, ({ name }) => name).map(({ name }) => name),
    ...differ(before.model.rules, after.model.rules, ({ id }) => id).flatMap(({ parameters }) => parameters),
  ])
}

/** The rules that are not the same in both states, each with the model that has it so. */
function differingRules(before: Model, after: Model): { rule: Rule; model: Model }[] {
  return [[before, after] as const, [after, before] as const].flatMap(([model, other]) =>
    model.rules
      .filter((rule) => !other.rules.some(({ id, schema }) => id === rule.id && same(schema, rule.schema)))
      .map((rule) => ({ rule, model })),
  )
}

/** The examples of a rule as whole requests. */
function completed({ examples }: Rule, model: Model): JsonSchema[] {
  const smallest = minimalRequest(model)
  return [...examples.valid, ...examples.invalid].map((example) => ({ ...smallest, ...example }))
}

/** The smallest request, alone and with what the rules ask for. */
function startsOf(model: Model): JsonSchema[] {
  const smallest = minimalRequest(model)
  return [
    smallest,
    ...(same(smallest, model.requests.smallest) ? [] : [model.requests.smallest]),
    ...model.rules.flatMap(({ examples }) => examples.valid.map((example) => ({ ...smallest, ...example }))),
  ]
}

interface Pool {
  /** The parameter in each state that has it. */
  parameters: Parameter[]
  values: JsonValue[]
}

/** What is tried for each parameter: every value that the vectors of one state try alone. */
function poolsOf(parameters: readonly Parameter[]): Map<string, Pool> {
  const pools = new Map<string, Pool>()
  for (const parameter of parameters) {
    const pool = pools.get(parameter.name) ?? { parameters: [], values: [] }
    pool.parameters.push(parameter)
    for (const { value } of parameterCases(parameter, [])) if (value !== undefined) pool.values.push(value)
    pools.set(parameter.name, pool)
  }
  return pools
}

/** Prompts one beyond each limit, in one character at a time: in those that changed their class, a class counts otherwise. */
function lengthened(parameters: readonly Parameter[], { characters }: Random): string[] {
  return parameters.flatMap((parameter) =>
    parameter.kind === 'prompt'
      ? parameter.limits.flatMap(({ max, count }) =>
          characters.map((character) =>
            Array.from({ length: max + 1 }, () => character).join(count === 'words' ? ' ' : ''),
          ),
        )
      : [],
  )
}

import type { JsonSchema, JsonValue } from '../catalogue.js'
import type { ModelFacts, Operation, Row } from './interpreter/mapping.js'
import { formOf, isLonger } from './interpreter/values.js'

/** Requests that no mapping can tell apart: one of them, and how many there are. */
export interface Alike {
  /** Without `model`. */
  parameters: JsonSchema
  count: number
}

/**
 * Requests of one model, divided by what mappings can tell apart. Half of a model's vectors differ in a text that rows
 * only pass on: the same follows from each.
 */
export function alikeRequests(
  requests: readonly JsonSchema[],
  operations: readonly Operation[],
  facts: ModelFacts,
): Alike[] {
  const passedOn = new Map(
    Object.keys(facts.parameters).flatMap((name) =>
      isPassedOn(name, operations, facts) ? [[name, lengthsOf(name, operations)]] : [],
    ),
  )
  const groups = new Map<string, Alike>()
  for (const parameters of requests) {
    const key = keyOf(parameters, passedOn)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { parameters, count: 1 })
    else group.count++
  }
  return [...groups.values()]
}

/** Whether no row, condition or drop compares the texts of a parameter with others, and the model itself does not. */
function isPassedOn(name: string, operations: readonly Operation[], { parameters }: ModelFacts): boolean {
  const own = parameters[name]
  if (own === undefined || own.kind === 'integer' || own.values !== undefined || own.default !== undefined) return false
  const isCompared = ({ when }: Pick<Row, 'when'>): boolean =>
    when.some((condition) => condition.kind === 'among' && condition.parameter === name)
  return operations.every(
    ({ rows, drops }) =>
      !rows.some(isCompared) &&
      !drops.some(isCompared) &&
      !drops.some(({ parameter, values }) => parameter === name && values !== undefined) &&
      !rows.some(({ from, values }) =>
        'names' in from ? from.names.includes(name) : 'name' in from && from.name === name && values !== undefined,
      ),
  )
}

/** The lengths up to which rows take a text. */
function lengthsOf(name: string, operations: readonly Operation[]): number[] {
  return operations.flatMap(({ rows }) =>
    rows.flatMap(({ from, maximumLength }) =>
      'name' in from && from.name === name && maximumLength !== undefined ? [maximumLength] : [],
    ),
  )
}

/** What mappings can tell of a request: all of it, but of texts that are passed on only their form, their length, and which are the same. */
function keyOf(parameters: JsonSchema, passedOn: ReadonlyMap<string, readonly number[]>): string {
  const texts: string[] = []
  const textKey = (text: string, lengths: readonly number[]): string => {
    const form = formOf(text)
    // An empty text, a number in a string and a data URI may be read for what they hold.
    if (form === 'data' || /^-?\d*$/.test(text)) return JSON.stringify(text)
    if (!texts.includes(text)) texts.push(text)
    const longer = lengths.filter((length) => isLonger(text, length)).length
    return `${form} ${longer} ${texts.indexOf(text)}`
  }
  const valueKey = (value: JsonValue, lengths: readonly number[] | undefined): string => {
    if (lengths === undefined) return JSON.stringify(value)
    if (Array.isArray(value)) return `[${value.map((item) => valueKey(item, lengths)).join()}]`
    return typeof value === 'string' ? textKey(value, lengths) : JSON.stringify(value)
  }
  return Object.entries(parameters)
    .map(([name, value]) => `${JSON.stringify(name)}: ${valueKey(value, passedOn.get(name))}`)
    .sort()
    .join()
}

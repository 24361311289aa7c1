import type { JsonSchema, JsonValue } from '../catalogue.js'
import { equal } from './interpreter/json.js'
import type { ModelFacts, Operation, Row } from './interpreter/mapping.js'
import { formOf, isLonger } from './interpreter/values.js'

/** Requests of which an operation makes the same: one of them, and how many there are. */
export interface Alike {
  /** Without `model`. */
  parameters: JsonSchema
  count: number
  /** All that the operation can tell of each of them. */
  key: string
}

/** What operations can tell of a request: of each parameter its value, and what is left of that where it is only passed on. */
interface Told {
  name: string
  exact: string
  passedOn: string
}

/**
 * For each operation the requests of one model, divided by what it can tell apart. Most of a model's vectors differ in a
 * value that rows only pass on, or in an empty list: the same follows from each.
 */
export function alikeRequests(
  requests: readonly JsonSchema[],
  operations: readonly Operation[],
  facts: ModelFacts,
): Alike[][] {
  const names = Object.keys(facts.parameters)
  const passedOn = operations.map((operation) => new Set(names.filter((name) => isPassedOn(name, operation, facts))))
  const lines = new Map(
    names.flatMap((name) => (passedOn.some((own) => own.has(name)) ? [[name, linesOf(name, operations, facts)]] : [])),
  )
  const everywhere = new Set(names.filter((name) => passedOn.every((own) => own.has(name))))
  const asksForNothing = (name: string, value: JsonValue): boolean =>
    Array.isArray(value) && value.length === 0 && facts.parameters[name]?.default === undefined
  const groups = grouped(
    requests.map((parameters) => {
      const told = tellOf(parameters, lines, everywhere, asksForNothing)
      return { parameters, count: 1, told, key: told.map(({ exact }) => exact).join() }
    }),
  )
  return passedOn.map((own) =>
    grouped(
      groups.map((group) => ({
        ...group,
        key: group.told.map(({ name, exact, passedOn: left }) => (own.has(name) ? left : exact)).join(),
      })),
    ),
  )
}

/** One of each key, with the sum of their counts. */
function grouped<Keyed extends Alike>(all: readonly Keyed[]): Keyed[] {
  const groups = new Map<string, Keyed>()
  for (const one of all) {
    const group = groups.get(one.key)
    if (group === undefined) groups.set(one.key, { ...one })
    else group.count += one.count
  }
  return [...groups.values()]
}

/** Whether no row, condition or drop compares the values of a parameter with others, and the model itself does not. */
function isPassedOn(name: string, { rows, drops }: Operation, { parameters }: ModelFacts): boolean {
  // The only value that a model offers is sent with every request.
  if (parameters[name]?.values?.length === 1) return false
  const isCompared = ({ when }: Pick<Row, 'when'>): boolean =>
    when.some((condition) => condition.kind === 'among' && condition.parameter === name)
  return (
    !rows.some(isCompared) &&
    !drops.some(isCompared) &&
    !drops.some(({ parameter, values }) => parameter === name && values !== undefined) &&
    !rows.some(({ from, values }) =>
      'names' in from ? from.names.includes(name) : 'name' in from && from.name === name && values !== undefined,
    )
  )
}

/** Where rows draw lines between values that they pass on, and the value that stands apart from all others. */
interface Lines {
  lengths: readonly number[]
  /** The ends of ranges. */
  ends: readonly number[]
  default: JsonValue | undefined
}

function linesOf(name: string, operations: readonly Operation[], { parameters }: ModelFacts): Lines {
  const own = operations.flatMap(({ rows }) => rows.filter(({ from }) => 'name' in from && from.name === name))
  const given = (limits: readonly (number | undefined)[]): number[] => limits.filter((limit) => limit !== undefined)
  return {
    lengths: given(own.map(({ maximumLength }) => maximumLength)),
    ends: given(own.flatMap(({ minimum, maximum }) => [minimum, maximum])),
    default: parameters[name]?.default,
  }
}

/** What operations can tell of a request. Of a parameter that is passed on everywhere the value itself is not written out. */
function tellOf(
  parameters: JsonSchema,
  lines: ReadonlyMap<string, Lines>,
  everywhere: ReadonlySet<string>,
  asksForNothing: (name: string, value: JsonValue) => boolean,
): Told[] {
  const texts: string[] = []
  const textKey = (text: string, lengths: readonly number[]): string => {
    const form = formOf(text)
    // An empty text, a number in a string and a data URI may be read for what they hold.
    if (form === 'data' || /^-?\d*$/.test(text)) return JSON.stringify(text)
    if (!texts.includes(text)) texts.push(text)
    const longer = lengths.filter((length) => isLonger(text, length)).length
    return `${form} ${longer} ${texts.indexOf(text)}`
  }
  const valueKey = (value: JsonValue, own: Lines): string => {
    if (equal(value, own.default)) return JSON.stringify(value)
    if (Array.isArray(value)) return `[${value.map((item) => valueKey(item, own)).join()}]`
    if (typeof value === 'string') return textKey(value, own.lengths)
    // Other numbers have more than digits, so that they are not read back from a string.
    if (Number.isSafeInteger(value)) return `integer ${own.ends.map((end) => Math.sign(Number(value) - end)).join(' ')}`
    return typeof value === 'boolean' ? 'boolean' : JSON.stringify(value)
  }
  return Object.keys(parameters)
    .sort()
    .flatMap((name) => {
      const value = parameters[name]
      if (value === undefined || asksForNothing(name, value)) return []
      const own = lines.get(name)
      const passedOn = own === undefined ? undefined : `${name}: ${valueKey(value, own)}`
      const exact = (): string => `${name}= ${JSON.stringify(value)}`
      if (passedOn === undefined) return [{ name, exact: exact(), passedOn: '' }]
      return [{ name, exact: everywhere.has(name) ? passedOn : exact(), passedOn }]
    })
}

import type { JsonValue, Parameter } from '../catalogue.js'
import { anyName, stepsOf } from './places.js'
import { rateTablesOf } from './price-tables.js'
import type { Condition } from './conditions.js'
import { factorsOf, type Price, type PriceLine } from './price.js'
import type { Quantity } from './quantities.js'

/** What a price reads of a request, by names with dots for members of objects and `*` for the items of a list, `{name}` for the members of a map. */
export interface PriceReads {
  /** The parameters and members whose values it depends on. */
  names: ReadonlySet<string>
  /** Bounds of its conditions on a number or a count. */
  bounds: ReadonlyMap<string, readonly number[]>
}

/** More objects of one parameter than this are not tried. */
const mostObjects = 512

/** More items of a list than this are tried only where it must have more, or where a condition says so. */
const mostItems = 64

/** What a price of a model reads. */
export function readsOf(quantities: readonly Quantity[], price: Price): PriceReads {
  const { lines, tiers = [] } = price
  const bounds = new Map<string, number[]>()
  const all: readonly PriceLine[] = [...lines, ...tiers.flatMap((tier) => tier.lines)]
  for (const when of [...tiers.map((tier) => tier.when), ...all.map((line) => line.when ?? {})])
    for (const [name, condition] of Object.entries(when))
      bounds.set(name, [...(bounds.get(name) ?? []), ...numbersOf(condition)])
  const counted = new Set(all.flatMap((line) => factorsOf(line)).map(({ of }) => of))
  const sources = quantities
    .filter(({ name }) => counted.has(name))
    .flatMap(({ sum, times, per }) => [...sum, times, per].filter((source) => source !== undefined))
  const paths = sources.map(({ path }) => stepsOf(path).join('.'))
  return { names: new Set([...rateTablesOf(price), ...paths]), bounds }
}

function isRead(name: string, { names }: PriceReads): boolean {
  return [...names].some((read) => `${read}.`.startsWith(`${name}.`) || `${name}.`.startsWith(`${read}.`))
}

function numbersOf(condition: Condition): number[] {
  if (typeof condition !== 'object') return typeof condition === 'number' ? [condition] : []
  const values: readonly unknown[] = 'length' in condition ? condition : [condition.min, condition.max]
  return values.filter((value) => typeof value === 'number')
}

/**
 * Values that the parameter accepts, at least one of each sort that the price, or a rule with these numbers, can tell
 * apart. Empty where no value of it is known.
 */
export function valuesOf(
  parameter: Parameter,
  name: string,
  reads: PriceReads,
  numbers: readonly number[] = [],
): JsonValue[] {
  const values = valuesBesideNull(parameter, name, reads, numbers)
  return parameter.nullable ? [...values, null] : values
}

function valuesBesideNull(
  parameter: Parameter,
  name: string,
  reads: PriceReads,
  numbers: readonly number[],
): JsonValue[] {
  const own = [...(reads.bounds.get(name) ?? []), ...numbers]
  switch (parameter.kind) {
    case 'boolean':
      return [true, false]
    case 'enum':
      return parameter.values
    case 'integer':
    case 'number':
      return numbersAround(parameter, own)
    case 'prompt':
    case 'string':
      return textsOf(parameter)
    case 'media': {
      const reference = `https://example.com/${parameter.name}`
      if (parameter.single) return [reference]
      return counts(parameter, own).map((count) =>
        Array.from({ length: count }, (_, index) => `${reference}-${index + 1}`),
      )
    }
    case 'array':
      return counts(parameter, own).map((count) => Array.from({ length: count }, () => ({})))
    case 'list': {
      const items = valuesOf(parameter.items, `${name}.*`, reads)
      return counts(parameter, own).flatMap((count) => listsOf(items, count, parameter.uniqueItems === true))
    }
    case 'object':
      return objectsOf(parameter.members, name, reads)
    case 'map':
      return counts({ minItems: parameter.minProperties, maxItems: parameter.maxProperties }, own).flatMap((count) =>
        mapsOf(parameter, count, valuesOf(parameter.values, `${name}.${anyName}`, reads)),
      )
    case 'union':
      return parameter.variants.flatMap(({ members }) => objectsOf(members, name, reads))
    default:
      return []
  }
}

/** Lists of so many items, all of one sort, or of different ones where none may come twice. */
function listsOf(items: readonly JsonValue[], count: number, differ: boolean): JsonValue[] {
  if (count === 0) return [[]]
  if (differ) return items.length < count ? [] : [items.slice(0, count)]
  return items.map((item) => Array.from({ length: count }, () => item))
}

/** Objects of so many members, all with values of one sort; none where fewer names are known. */
function mapsOf(
  { names }: Extract<Parameter, { kind: 'map' }>,
  count: number,
  values: readonly JsonValue[],
): JsonValue[] {
  if (count === 0) return [{}]
  const known = names?.examples ?? Array.from({ length: count }, (_name, index) => `name ${index + 1}`)
  if (known.length < count) return []
  return values.map((value) => Object.fromEntries(known.slice(0, count).map((name) => [name, value])))
}

/** Objects with every combination of the members that the price reads; of the others only those that must be there. */
function objectsOf(members: readonly Parameter[], name: string, reads: PriceReads): JsonValue[] {
  let objects: { [key: string]: JsonValue }[] = [{}]
  for (const member of members) {
    const at = `${name}.${member.name}`
    const values: (JsonValue | undefined)[] = valuesOf(member, at, reads)
    const tried = isRead(at, reads) ? values : values.slice(0, 1)
    const options = member.required ? tried : [undefined, ...(isRead(at, reads) ? tried : [])]
    objects = objects
      .flatMap((object) => options.map((value) => withMember(object, member.name, value)))
      .slice(0, mostObjects)
  }
  return objects
}

function withMember(
  object: { [key: string]: JsonValue },
  name: string,
  value: JsonValue | undefined,
): { [key: string]: JsonValue } {
  return value === undefined ? object : { ...object, [name]: value }
}

interface Numeric {
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  default?: number
}

/** The ends of a range, both sides of each bound in it, 0, and one of each stretch between. */
function numbersAround(parameter: Numeric & { kind: 'integer' | 'number' }, bounds: readonly number[]): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, default: usual } = parameter
  const step = multipleOf ?? (parameter.kind === 'integer' ? 1 : undefined)
  const ends = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((end) => end !== undefined)
  const points = [...new Set([0, ...ends, ...bounds, ...(usual === undefined ? [] : [usual])])].sort((a, b) => a - b)
  const [first = 0, last = 0] = [points[0], points.at(-1)]
  const between = points.slice(1).map((point, index) => ((points[index] ?? point) + point) / 2)
  const near = [...points, ...between, first - 1, last + 1].flatMap((point) =>
    step === undefined
      ? point
      : [
          Math.floor(point / step) - 1,
          Math.floor(point / step),
          Math.ceil(point / step),
          Math.ceil(point / step) + 1,
        ].map((times) => exact(times * step)),
  )
  return [...new Set(near.map((value) => value + 0))].filter(
    (value) =>
      value >= (minimum ?? -Infinity) &&
      value <= (maximum ?? Infinity) &&
      value > (exclusiveMinimum ?? -Infinity) &&
      value < (exclusiveMaximum ?? Infinity),
  )
}

/** A product without what binary fractions add to it. */
function exact(value: number): number {
  return Number(value.toPrecision(15))
}

/** The least and the most there may be, both sides of each bound, none and one. */
function counts(
  range: { minItems?: number | undefined; maxItems?: number | undefined },
  bounds: readonly number[],
): number[] {
  const { minItems = 0, maxItems = Infinity } = range
  const most = maxItems <= mostItems ? [maxItems] : []
  const near = [minItems, 0, 1, ...most, ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])]
  return [...new Set(near.map(Math.ceil))].filter((count) => count >= minItems && count <= maxItems)
}

/** The shortest, and those that are known to be accepted. */
function textsOf(parameter: Extract<Parameter, { kind: 'prompt' | 'string' }>): string[] {
  const { minLength = 0, pattern, examples = [], default: usual } = parameter
  return [
    ...new Set([
      ...(pattern === undefined ? ['x'.repeat(minLength)] : []),
      ...(usual === undefined ? [] : [usual]),
      ...examples,
    ]),
  ]
}

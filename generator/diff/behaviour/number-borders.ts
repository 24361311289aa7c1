import type { JsonSchema, JsonValue, Parameter } from '../../catalogue.js'
import { isObject, items } from '../../load/json-object.js'
import type { StatedNumbers } from '../../rules/index.js'
import { parameterAt, pathOf } from '../../rules/paths.js'

/** How finely numbers that are not whole are tried. */
const fine = 0.01

/** Where the largest number is tried of a parameter that states no maximum, and of the longest list. */
const farthest = { number: 1_000_000, list: 32 }

/**
 * Requests at the border of a rule over numbers: from each start, all its numbers (or the entries of all its lists) together and
 * then each of them alone go to the last value that keeps the rule and to the first that breaks it.
 */
export function* bordersOf(
  { kind, rule }: StatedNumbers,
  starts: readonly JsonSchema[],
  parameters: readonly Parameter[],
): Iterable<JsonSchema> {
  const breaks = (body: JsonSchema): boolean => kind.broken(body, rule) !== undefined
  for (const start of starts) {
    const movable = movesIn(rule, start, parameters)
    if (movable.length === 0) continue
    const together = [...border(start, (body, at) => movable.reduce((moved, move) => move(moved, at), body), breaks)]
    yield* together
    for (const from of [start, ...together]) for (const move of movable) yield* border(from, move, breaks)
  }
}

/** A body with one number, or the length of one list, at a share of its range from 0 to 1. */
type Move = (body: JsonSchema, share: number) => JsonSchema

/** The two requests between which a move comes to break a rule, and those beside them; none where it never does. */
function* border(from: JsonSchema, move: Move, breaks: (body: JsonSchema) => boolean): Iterable<JsonSchema> {
  let [kept, broken] = [0, 1]
  if (breaks(move(from, kept)) === breaks(move(from, broken))) return
  if (breaks(move(from, kept))) [kept, broken] = [broken, kept]
  while (JSON.stringify(move(from, kept)) !== JSON.stringify(move(from, broken))) {
    const middle = (kept + broken) / 2
    if (middle === kept || middle === broken) break
    if (breaks(move(from, middle))) broken = middle
    else kept = middle
  }
  yield move(from, kept)
  yield move(from, broken)
}

/** How each number that a rule reads can be moved, or each list whose entries it counts. */
function movesIn(rule: JsonSchema, start: JsonSchema, parameters: readonly Parameter[]): Move[] {
  const paths = [
    ...items(rule.of).map(([, at]) => `${pathOf(rule.in)}${pathOf(at)}`),
    ...[rule.maximum, rule.minimum].map(pathOf).filter((path) => path !== ''),
  ]
  return paths.flatMap((path) => {
    const parameter = parameterAt(path, parameters)
    const at = parameter && valueAt(parameter)
    return at === undefined
      ? []
      : placesOf(start, path).map(
          (place): Move =>
            (body, share) =>
              put(body, place, at, share),
        )
  })
}

/** What a share of the range of a parameter is, in place of what is there. */
type ValueAt = (share: number, there: JsonValue | undefined) => JsonValue | undefined

function valueAt(parameter: Parameter): ValueAt | undefined {
  if (parameter.kind === 'integer' || parameter.kind === 'number') {
    const step = parameter.multipleOf ?? (parameter.kind === 'integer' ? 1 : fine)
    const lowest = Math.ceil((parameter.minimum ?? parameter.exclusiveMinimum ?? 0) / step)
    const highest = Math.floor((parameter.maximum ?? parameter.exclusiveMaximum ?? farthest.number) / step)
    return (share) => Number(((lowest + Math.round(share * (highest - lowest))) * step).toPrecision(15))
  }
  const { minItems = 0, maxItems = farthest.list } = parameter as { minItems?: number; maxItems?: number }
  return (share, there) => {
    if (!Array.isArray(there)) return there
    const length = minItems + Math.round(share * (Math.min(maxItems, farthest.list) - minItems))
    return there.length === 0 ? there : Array.from({ length }, (_, index) => there[index % there.length] ?? null)
  }
}

/** Where a path leads in a body: the keys to each place, the last of which may be missing. */
function placesOf(body: JsonValue, path: string): string[][] {
  const [key = '', ...rest] = path.split('/').slice(1)
  const keys = key === '*' ? items(body).map(([index]) => String(index)) : [key]
  return keys.flatMap((own): string[][] => {
    if (rest.length === 0) return [[own]]
    const inside = (body as { [key: string]: JsonValue } | null)?.[own]
    return inside === undefined ? [] : placesOf(inside, `/${rest.join('/')}`).map((place) => [own, ...place])
  })
}

function put(body: JsonSchema, place: readonly string[], at: ValueAt, share: number): JsonSchema {
  const copy = structuredClone(body)
  const last = place.at(-1) ?? ''
  const holder = place.slice(0, -1).reduce<JsonValue | undefined>((here, key) => (here as JsonSchema)?.[key], copy)
  if (!isObject(holder) && !Array.isArray(holder)) return copy
  const owner = holder as JsonSchema
  const value = at(share, owner[last])
  if (value !== undefined) owner[last] = value
  return copy
}

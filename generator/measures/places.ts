import { formatName } from '../messages/format.js'

/** A step of a place that stands for each member of an object whose names the caller chooses. No parameter has such a name. */
export const anyName = '{name}'

/** What stands at a place of a request. */
export interface Found<Place> {
  place: Place
  /** JSON pointer from the request body. */
  path: string
  value: unknown
}

/**
 * What stands in a request at each of these places, in their order. A place is a JSON pointer in which `*` stands for each
 * item of a list, `{name}` for each member of an object, and a final `**` for every string at any depth below. What is absent
 * or has another form is passed over.
 */
export function* valuesAt<Place extends { readonly path: string }>(
  places: readonly Place[],
  body: unknown,
): Generator<Found<Place>, void> {
  for (const place of places) {
    for (const { path, value } of walk(stepsOf(place.path), '', body)) yield { place, path, value }
  }
}

/** Whether a JSON pointer leads to a place. */
export function isAt(place: string, path: string): boolean {
  const [wanted, given] = [place.split('/'), path.split('/')]
  if (wanted.at(-1) === '**')
    return given.length >= wanted.length && wanted.slice(0, -1).every((step, index) => isStep(step, given[index]))
  return given.length === wanted.length && wanted.every((step, index) => isStep(step, given[index]))
}

/** A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`, `/faces/old town` is `faces."old town"`. */
export function placeName(path: string): string {
  return stepsOf(path)
    .map((step, index) =>
      index > 0 && /^(\d+|\*)$/.test(step) ? `[${step}]` : `${index === 0 ? '' : '.'}${named(step)}`,
    )
    .join('')
}

/** A place as a field of a request: `reference_images`, `shots[].image`, `faces.{name}`. */
export function fieldName(place: string): string {
  return placeName(place.replace(/^(\/[^/]+)\/\*$/, '$1')).replaceAll('[*]', '[]')
}

/** The part of a place that is the same for all files there: the parameter, and members of objects up to the first choice. */
export function commonPart(place: string): string {
  const steps = place.split('/')
  const end = steps.findIndex((step) => step === '*' || step === '**' || step === anyName)
  return end === -1 ? place : steps.slice(0, end).join('/')
}

/** The keys and indices of a JSON pointer. */
export function stepsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A key as a step of a JSON pointer. */
export function stepOf(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A name with dots is one that the catalogue has; any other that needs quotes is one of a caller. */
function named(step: string): string {
  return step === anyName || /^[\w.-]+$/.test(step) ? step : formatName(step)
}

function isStep(wanted: string, given: string | undefined): boolean {
  if (wanted === anyName) return given !== undefined
  return wanted === '*' ? /^\d+$/.test(given ?? '') : wanted === given
}

interface Value {
  path: string
  value: unknown
}

function* walk([step, ...rest]: readonly string[], path: string, value: unknown): Generator<Value, void> {
  if (step === undefined) {
    if (value !== undefined) yield { path, value }
  } else if (step === '**') {
    yield* stringsBelow(path, value)
  } else if (step === '*') {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* walk(rest, `${path}/${index}`, item)
  } else if (step === anyName) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, member] of Object.entries(value))
        yield* walk(rest, `${path}/${stepOf(name)}`, member as unknown)
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
    yield* walk(rest, `${path}/${stepOf(step)}`, (value as { [key: string]: unknown })[step])
  }
}

/** Every string below, in the order of the document; by a list of what is left, since a request may be as deep as it likes. */
function* stringsBelow(path: string, value: unknown): Generator<Value, void> {
  const left: Value[] = [{ path, value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { path: at, value: found } = next
    if (typeof found === 'string') yield { path: at, value: found }
    else if (typeof found === 'object' && found !== null)
      left.push(
        ...Object.entries(found)
          .map(([key, child]): Value => ({ path: `${at}/${stepOf(key)}`, value: child as unknown }))
          .reverse(),
      )
  }
}

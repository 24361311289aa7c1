/** What stands at a place of a request. */
export interface Found<Place> {
  place: Place
  /** JSON pointer from the request body. */
  path: string
  value: unknown
}

/**
 * What stands in a request at each of these places, in their order. A place is a JSON pointer in which `*` stands for each
 * item of a list and a final `**` for every string at any depth below. What is absent or has another form is passed over.
 */
export function* valuesAt<Place extends { readonly path: string }>(
  places: readonly Place[],
  body: unknown,
): Generator<Found<Place>, void> {
  for (const place of places) {
    for (const { path, value } of walk(place.path.split('/').slice(1), '', body)) yield { place, path, value }
  }
}

/** Whether a JSON pointer leads to a place. */
export function isAt(place: string, path: string): boolean {
  const [wanted, given] = [place.split('/'), path.split('/')]
  if (wanted.at(-1) === '**')
    return given.length >= wanted.length && wanted.slice(0, -1).every((step, index) => isStep(step, given[index]))
  return given.length === wanted.length && wanted.every((step, index) => isStep(step, given[index]))
}

/** A JSON pointer as people write it: `/shots/1/image` is `shots[1].image`. */
export function placeName(path: string): string {
  return stepsOf(path)
    .map((step, index) => (index === 0 ? step : /^(\d+|\*)$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
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

function isStep(wanted: string, given: string | undefined): boolean {
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
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, step)) {
    yield* walk(rest, `${path}/${step}`, (value as { [key: string]: unknown })[step])
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

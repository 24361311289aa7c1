import type { JsonSchema } from '../../catalogue.js'
import { text } from '../models.js'

/** What is wrong with a statement, and where in it. */
export type Found = [path: (string | number)[], message: string]

/** Dates of a deprecation that are none, or that come in the wrong order. */
export function* inDeprecationDates(value: JsonSchema): Iterable<Found> {
  yield* inDates(value, ['since', 'until'])
  const [since, until] = [text(value.since), text(value.until)]
  if (since !== undefined && until !== undefined && until <= since)
    yield [['until'], `until ${until} is not after since ${since}`]
}

/** Days under these keys that the calendar does not have. */
export function* inDates(value: JsonSchema, keys: readonly string[]): Iterable<Found> {
  for (const key of keys) {
    const day = text(value[key])
    if (day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && !isDay(day))
      yield [[key], `${day} is not a day of the calendar`]
  }
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

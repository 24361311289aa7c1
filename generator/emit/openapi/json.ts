import type { JsonValue } from '../../catalogue.js'

/** Plain data of the catalogue as a JSON value: a copy without undefined members. */
export function json(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (Array.isArray(value)) return value.map(json)
  if (typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, json(member)]),
    )
  }
  throw new TypeError(`a catalogue holds JSON only, not ${typeof value}`)
}

import type { JsonValue } from '../catalogue.js'
import { entries, items } from './models.js'

/** Every string in a value, with the keys and indices that lead to it. */
export function* stringsIn(
  value: JsonValue,
  path: readonly (string | number)[],
): Iterable<[path: readonly (string | number)[], text: string]> {
  if (typeof value === 'string') yield [path, value]
  for (const [index, item] of items(value)) yield* stringsIn(item, [...path, index])
  for (const [key, child] of entries(value)) yield* stringsIn(child, [...path, key])
}

import type { Catalogue } from '../catalogue.js'

/**
 * All values under certain keys, by where they stand. Items of lists are named by their id, rule, name or status where
 * they have one, so that an insertion does not move the others.
 */
export function valuesUnder(catalogue: Catalogue, keys: ReadonlySet<string>): Map<string, unknown> {
  const found = new Map<string, unknown>()
  collect(catalogue, [], keys, found)
  return found
}

function collect(value: unknown, path: readonly string[], keys: ReadonlySet<string>, found: Map<string, unknown>): void {
  if (Array.isArray(value)) {
    const seen = new Map<string, number>()
    for (const [index, item] of value.entries()) {
      const name = nameOf(item, index)
      const repeats = seen.get(name) ?? 0
      seen.set(name, repeats + 1)
      collect(item, [...path, repeats === 0 ? name : `${name}#${repeats}`], keys, found)
    }
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (keys.has(key)) found.set([...path, key].join(' '), child)
    else collect(child, [...path, key], keys, found)
  }
}

function nameOf(item: unknown, index: number): string {
  if (typeof item !== 'object' || item === null) return String(index)
  for (const [key, value] of Object.entries(item)) {
    if ((key === 'id' || key === 'rule' || key === 'name' || key === 'status' || key === 'prefix') && typeof value === 'string') return value
  }
  return String(index)
}

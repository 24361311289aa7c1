import type { Catalogue } from '../catalogue.js'

/** A value of the catalogue and the thing it belongs to. */
export interface PlacedValue {
  /** As the other rules name it: `sd_2.0_discount`, `sd_2.0_discount.duration`, `Task.progress`, `service polling`. */
  subject: string
  /** The key under which the value stands. */
  key: string
  value: unknown
}

/**
 * All values under certain keys, by where they stand. Items of lists are named by their id, rule, name or status where
 * they have one, so that an insertion does not move the others.
 */
export function valuesUnder(catalogue: Catalogue, keys: ReadonlySet<string>): Map<string, PlacedValue> {
  const found = new Map<string, PlacedValue>()
  collect(catalogue, [], keys, found)
  return found
}

function collect(
  value: unknown,
  path: readonly string[],
  keys: ReadonlySet<string>,
  found: Map<string, PlacedValue>,
): void {
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
    if (keys.has(key)) found.set([...path, key].join(' '), { subject: subjectOf(path), key, value: child })
    else collect(child, [...path, key], keys, found)
  }
}

/** The words of a path, without those that only name the list an item stands in. */
function subjectOf([top = '', first = '', ...rest]: readonly string[]): string {
  if (top === 'models' && rest[0] === 'parameters') return `${first}.${itemWords(rest.slice(1))}`
  if (top === 'models') return itemWords([first, ...(rest[0] === 'rules' ? rest.slice(1) : rest)])
  if (top === 'task')
    return first === 'fields' ? `Task.${rest.join(' ')}` : `Task ${singular(first)} ${counted(rest.join(' '))}`
  if (top === 'service') return itemWords(['service', singular(first), ...rest])
  return itemWords([singular(top), first, ...rest])
}

const lists = new Map([
  ['models', 'model'],
  ['limits', 'limit'],
  ['notes', 'note'],
  ['tokens', 'token'],
  ['rules', 'rule'],
  ['states', 'state'],
  ['endpoints', 'endpoint'],
  ['extensions', 'extension'],
  ['findings', 'finding'],
  ['unknowns', 'unknown'],
  ['synonyms', 'group of synonyms'],
])

function singular(word: string): string {
  return lists.get(word) ?? word
}

function itemWords(path: readonly string[]): string {
  return path.map((step) => counted(singular(step))).join(' ')
}

/** An index as people count. */
function counted(step: string): string {
  return /^[0-9]+$/.test(step) ? String(Number(step) + 1) : step
}

function nameOf(item: unknown, index: number): string {
  if (typeof item !== 'object' || item === null) return String(index)
  for (const [key, value] of Object.entries(item)) {
    if (
      (key === 'id' || key === 'rule' || key === 'name' || key === 'status' || key === 'prefix') &&
      typeof value === 'string'
    )
      return value
  }
  return String(index)
}

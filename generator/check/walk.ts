import type { JsonValue } from '../catalogue.js'
import { isObject } from '../load/json-object.js'

/**
 * Calls `visit` with a value and then with everything inside it, each with the keys and indices that lead to it. Every
 * call gets the same array of them, which changes as the walk goes on: a caller that keeps it makes a copy.
 */
export function walk(value: JsonValue, visit: (value: JsonValue, path: readonly (string | number)[]) => void): void {
  const path: (string | number)[] = []
  const go = (inner: JsonValue, step: string | number): void => {
    path.push(step)
    enter(inner)
    path.pop()
  }
  const enter = (each: JsonValue): void => {
    visit(each, path)
    if (Array.isArray(each)) each.forEach(go)
    else if (isObject(each)) for (const key of Object.keys(each)) go(each[key] ?? null, key)
  }
  enter(value)
}

/** What `find` makes of a value and of everything inside it, apart from what it makes nothing of. */
export function collect<Found>(
  value: JsonValue,
  find: (value: JsonValue, path: readonly (string | number)[]) => Found | undefined,
): Found[] {
  const all: Found[] = []
  walk(value, (each, path) => {
    const found = find(each, path)
    if (found !== undefined) all.push(found)
  })
  return all
}

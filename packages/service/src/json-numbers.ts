import { isJsonObject, type JsonValue } from './json.js'

/** A number in a JSON value and the JSON pointer to it. */
export interface FoundNumber {
  path: string
  value: number
}

/**
 * The first number that a program reading JSON does not keep as it was written: beyond what a double holds, such as
 * 1e400, or an integer beyond ±9007199254740991. `value` is nested less deeply than the stack allows.
 */
export function inexactNumber(value: JsonValue | undefined, path = ''): FoundNumber | undefined {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : { path, value }
  const children = Array.isArray(value) ? value.entries() : isJsonObject(value) ? Object.entries(value) : []
  for (const [name, child] of children) {
    const found = inexactNumber(child, `${path}/${escaped(String(name))}`)
    if (found !== undefined) return found
  }
  return undefined
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

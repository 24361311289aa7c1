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
export function inexactNumber(value: JsonValue | undefined): FoundNumber | undefined {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : { path: '', value }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = inexactNumber(value[index])
      if (found !== undefined) return below(String(index), found)
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const found = inexactNumber(value[name])
      if (found !== undefined) return below(name, found)
    }
  }
  return undefined
}

function below(name: string, { path, value }: FoundNumber): FoundNumber {
  return { path: `/${escaped(name)}${path}`, value }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

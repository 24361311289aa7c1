import type { JsonSchema, JsonValue } from '../catalogue.js'

/** The value of a request under a JSON pointer; undefined where there is none. */
export function valueAt(body: JsonSchema, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = body
  for (const step of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step) as JsonValue
  }
  return value
}

/** The names and positions that a JSON pointer goes through. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

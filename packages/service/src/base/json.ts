/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** Whether a value is a JSON object: not null, no array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON text. Throws `SyntaxError`. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue
}

/** Whether arrays and objects are nested deeper than `limit`; itself never recursive, so no input exhausts the stack. */
export function nestedDeeperThan(value: JsonValue, limit: number): boolean {
  let level: JsonValue[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const next: JsonValue[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      const children = Array.isArray(item) ? item : Object.values(item)
      for (const child of children) if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return false
}

/** The same text for the same value, regardless of the order of its members. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`)
  return `{${members.join(',')}}`
}

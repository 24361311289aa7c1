import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'

const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const singles = new Set(['items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'])

/** A rewrite of one schema node, its children already rewritten. */
export type Rewrite = (schema: JsonSchema) => JsonSchema

/**
 * Rewrites every schema node from the inside out. Boolean schemas, which some generators crash on, become `{}` and
 * `{ not: {} }` on the way; `additionalProperties` keeps its boolean.
 */
export function rewriteSchema(schema: JsonValue, rewrite: Rewrite): JsonSchema {
  if (schema === true) return {}
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return {}
  const result: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) result[keyword] = rewriteKeyword(keyword, value, rewrite)
  return rewrite(result)
}

function rewriteKeyword(keyword: string, value: JsonValue, rewrite: Rewrite): JsonValue {
  if (singles.has(keyword) || (keyword === 'additionalProperties' && isObject(value)))
    return rewriteSchema(value, rewrite)
  if (lists.has(keyword) && Array.isArray(value)) return value.map((inner) => rewriteSchema(inner, rewrite))
  if (maps.has(keyword) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rewriteSchema(inner, rewrite)]))
  }
  return value
}

/** What tools ask for and JSON Schema does not: `enum` beside any `const`, and `items` beside any array type. */
export const explicit: Rewrite = (schema) => ({
  ...schema,
  ...(schema.const !== undefined && schema.enum === undefined ? { enum: [schema.const] } : {}),
  ...(schema.type === 'array' && schema.items === undefined ? { items: {} } : {}),
})

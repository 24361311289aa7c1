import type { JsonSchema, JsonValue, Parameter } from '../catalogue.js'
import { isObject, items } from '../load/json-object.js'
import { conditionsSchema } from './conditions-schema.js'

/** The defaults of a number that depend on the request, each with its condition as a schema of the request. */
export function statedDefaults(
  { defaults = [] }: Parameter,
  parameters: readonly Parameter[],
): { defaults?: JsonSchema[] } {
  const numbers = defaults.flatMap(({ when, default: value }): JsonSchema[] => {
    const condition = conditionsSchema(when, parameters)
    return typeof value === 'number' && condition !== undefined ? [{ if: condition, default: value }] : []
  })
  return numbers.length === 0 ? {} : { defaults: numbers }
}

/** A rule over numbers in which each number has the one default that counts for a request. */
export function ruleFor(rule: JsonSchema, holds: (condition: JsonSchema) => boolean): JsonSchema {
  const resolved = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(resolved)
    if (!isObject(value) || value.defaults === undefined) return value
    const { defaults, ...at } = value
    const first = items(defaults).find(([, stated]) => isObject(stated) && isObject(stated.if) && holds(stated.if))
    return first !== undefined && isObject(first[1]) ? { ...at, default: first[1].default ?? null } : at
  }
  return Object.fromEntries(Object.entries(rule).map(([keyword, value]) => [keyword, resolved(value)]))
}

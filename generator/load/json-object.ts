import type { JsonSchema, JsonValue } from '../catalogue.js'

/** Whether a JSON value is an object. */
export function isObject(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON value that is an object; an empty one in place of anything else. */
export function objectOrEmpty(value: JsonValue | undefined): JsonSchema {
  return isObject(value) ? value : {}
}

/** The members of a value that may be an object; none otherwise. */
export function entries(value: JsonValue | undefined): [string, JsonValue][] {
  return isObject(value) ? Object.entries(value) : []
}

/** The items of a value that may be an array, each with its index; none otherwise. */
export function items(value: JsonValue | undefined): [number, JsonValue][] {
  return Array.isArray(value) ? [...value.entries()] : []
}

import type { JsonSchema, JsonValue } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import { entries, items } from './models.js'

/**
 * Whether a value satisfies a schema of the few keywords that parameters and rules use (spec/meta lists them).
 * Other keywords are annotations here. A test holds it against ajv.
 */
export function satisfies(schema: JsonSchema, value: JsonValue): boolean {
  return Object.entries(schema).every(([keyword, expected]) => keywords[keyword]?.(expected, value, schema) ?? true)
}

type Keyword = (expected: JsonValue, value: JsonValue, schema: JsonSchema) => boolean

const keywords: Partial<Record<string, Keyword>> = {
  type: (expected, value) => typeMatches(expected, value),
  const: (expected, value) => expected === value,
  enum: (expected, value) => items(expected).some(([, item]) => item === value),
  minimum: (expected, value) => typeof value !== 'number' || value >= Number(expected),
  maximum: (expected, value) => typeof value !== 'number' || value <= Number(expected),
  exclusiveMinimum: (expected, value) => typeof value !== 'number' || value > Number(expected),
  exclusiveMaximum: (expected, value) => typeof value !== 'number' || value < Number(expected),
  multipleOf: (expected, value) => typeof value !== 'number' || isMultiple(value / Number(expected)),
  uniqueItems: (expected, value) =>
    expected !== true ||
    !Array.isArray(value) ||
    new Set(value.map((item) => JSON.stringify(item))).size === value.length,
  minLength: (expected, value) => typeof value !== 'string' || [...value].length >= Number(expected),
  maxLength: (expected, value) => typeof value !== 'string' || [...value].length <= Number(expected),
  pattern: (expected, value) => typeof value !== 'string' || typeof expected !== 'string' || matches(expected, value),
  minItems: (expected, value) => !Array.isArray(value) || value.length >= Number(expected),
  maxItems: (expected, value) => !Array.isArray(value) || value.length <= Number(expected),
  items: (expected, value) =>
    !Array.isArray(value) || !isObject(expected) || value.every((item) => satisfies(expected, item)),
  required: (expected, value) => !isObject(value) || items(expected).every(([, name]) => has(value, name)),
  properties: (expected, value) =>
    !isObject(value) ||
    entries(expected).every(([name, schema]) => {
      const child = Object.hasOwn(value, name) ? value[name] : undefined
      return child === undefined || !isObject(schema) || satisfies(schema, child)
    }),
  dependentRequired: (expected, value) =>
    !isObject(value) ||
    entries(expected).every(
      ([name, others]) => !has(value, name) || items(others).every(([, other]) => has(value, other)),
    ),
  oneOf: (expected, value) =>
    items(expected).filter(([, schema]) => isObject(schema) && satisfies(schema, value)).length === 1,
  anyOf: (expected, value) => items(expected).some(([, schema]) => isObject(schema) && satisfies(schema, value)),
  allOf: (expected, value) => items(expected).every(([, schema]) => isObject(schema) && satisfies(schema, value)),
  additionalProperties: (expected, value, schema) =>
    expected !== false ||
    !isObject(value) ||
    Object.keys(value).every((name) => isObject(schema.properties) && Object.hasOwn(schema.properties, name)),
  not: (expected, value) => !isObject(expected) || !satisfies(expected, value),
  if: (expected, value, schema) =>
    !isObject(expected) || !isObject(schema.then) || !satisfies(expected, value) || satisfies(schema.then, value),
}

/** Whether a text matches a pattern; any does where that is not a regular expression, which is a mistake of its own. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return true
  }
}

/** Decimal steps are not exact in binary: 0.3 / 0.1 is a little less than 3. */
function isMultiple(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))
}

function has(value: JsonSchema, name: JsonValue): boolean {
  return typeof name === 'string' && Object.hasOwn(value, name)
}

function typeMatches(expected: JsonValue, value: JsonValue): boolean {
  switch (expected) {
    case 'string':
      return typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    default:
      return true
  }
}

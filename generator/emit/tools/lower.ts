import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'

/** What a vendor's strict function calling takes of JSON Schema, from its published reference. */
export interface Subset {
  /** Keywords beside `type`, `description`, `properties`, `required`, `additionalProperties`, `items`, `enum` and `anyOf`. */
  keywords: readonly string[]
  /** The `minItems` that may be stated; undefined: any. */
  minItems?: readonly number[]
  /** Whether every property has to be required, so that an optional one takes null. */
  allRequired: boolean
  /** Whether objects are closed by `additionalProperties: false`. */
  closed: boolean
}

/**
 * A schema in a subset, with what the subset cannot state in words in its description; undefined for one that it cannot
 * express, such as a value whose form is open.
 */
export function lower(schema: JsonSchema, subset: Subset): JsonSchema | undefined {
  const { type, description } = schema
  const options = optionsOf(schema)
  if (options !== undefined) {
    const lowered = options.map((option) => lower(option, subset))
    if (lowered.some((option) => option === undefined)) return undefined
    return described({ anyOf: lowered as JsonSchema[] }, description, [])
  }
  if (type === 'object') return lowerObject(schema, subset)
  if (type === 'array') return lowerArray(schema, subset)
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (typeof type !== 'string' && !Array.isArray(type) && values === undefined) return undefined
  const [kept, words] = bounds(schema, subset)
  const typed: JsonSchema = {
    type: type ?? typesOf(values as JsonValue[]),
    ...(values === undefined ? {} : { enum: values }),
  }
  return described({ ...typed, ...kept }, description, [...words, ...exampleWords(schema), ...defaultWords(schema)])
}

/** The same schema, which takes null as well: where it is left out. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, enum: values } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  const types = Array.isArray(type) ? type : [type ?? 'string']
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  }
}

/** The properties of an object, each lowered; those that cannot be are left out. Undefined when one of these is required. */
export function lowerObject(schema: JsonSchema, subset: Subset): JsonSchema | undefined {
  const { properties, required, additionalProperties, description } = schema
  if (!isObject(properties) || isObject(additionalProperties)) return undefined
  const demanded = new Set(Array.isArray(required) ? required : [])
  const lowered: [name: string, schema: JsonSchema][] = []
  for (const [name, property] of Object.entries(properties)) {
    const made = isObject(property) ? lower(property, subset) : undefined
    if (made !== undefined) lowered.push([name, demanded.has(name) || !subset.allRequired ? made : orNull(made)])
    else if (demanded.has(name)) return undefined
  }
  const names = lowered.map(([name]) => name)
  return described(
    {
      type: 'object',
      properties: Object.fromEntries(lowered),
      required: subset.allRequired ? names : names.filter((name) => demanded.has(name)),
      ...(subset.closed ? { additionalProperties: false } : {}),
    },
    description,
    [],
  )
}

function lowerArray(schema: JsonSchema, subset: Subset): JsonSchema | undefined {
  const items = isObject(schema.items) ? lower(schema.items, subset) : undefined
  if (items === undefined) return undefined
  const [kept, words] = bounds(schema, subset)
  return described({ type: 'array', items, ...kept }, schema.description, [...words, ...defaultWords(schema)])
}

/** The alternatives of a schema, whichever keyword lists them. */
function optionsOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] | undefined {
  const options = anyOf ?? oneOf
  return Array.isArray(options) && options.every(isObject) ? options : undefined
}

/** How each bound is put in words where it cannot be stated. A pattern is for programs, and says nothing to a reader. */
const boundWords: Readonly<Record<string, (limit: number) => string>> = {
  minimum: (limit) => `At least ${limit}.`,
  maximum: (limit) => `At most ${limit}.`,
  exclusiveMinimum: (limit) => `More than ${limit}.`,
  exclusiveMaximum: (limit) => `Less than ${limit}.`,
  multipleOf: (limit) => `A multiple of ${limit}.`,
  minLength: (limit) => (limit === 1 ? 'Not empty.' : `At least ${limit} characters.`),
  maxLength: (limit) => `At most ${limit} characters.`,
  minItems: (limit) => `At least ${limit} ${limit === 1 ? 'item' : 'items'}.`,
  maxItems: (limit) => `At most ${limit} ${limit === 1 ? 'item' : 'items'}.`,
}

/** The bounds of a schema: those that the subset can state, and the words for the others. */
function bounds(schema: JsonSchema, { keywords, minItems }: Subset): [kept: JsonSchema, words: string[]] {
  const kept: JsonSchema = {}
  const words: string[] = []
  for (const [keyword, inWords] of Object.entries(boundWords)) {
    const limit = schema[keyword]
    if (typeof limit !== 'number') continue
    const stated = keywords.includes(keyword) && (keyword !== 'minItems' || minItems?.includes(limit) !== false)
    if (stated) kept[keyword] = limit
    else words.push(inWords(limit))
  }
  return [kept, words]
}

/** As many values as are worth their room in every request of an agent. */
const maxExamples = 20

/** Values that are taken, which no subset has a keyword for. */
function exampleWords({ examples }: JsonSchema): string[] {
  if (!Array.isArray(examples) || examples.length === 0) return []
  const listed = examples.slice(0, maxExamples).map((value) => JSON.stringify(value))
  return [`Such as ${listed.join(', ')}.`]
}

function defaultWords({ default: value }: JsonSchema): string[] {
  return value === undefined ? [] : [`Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.`]
}

function described(schema: JsonSchema, description: JsonValue | undefined, words: string[]): JsonSchema {
  const text = [...(typeof description === 'string' ? [description] : []), ...words].join(' ')
  return text === '' ? schema : { ...schema, description: text }
}

function typesOf(values: JsonValue[]): JsonValue {
  const types = [...new Set(values.map(typeOf))]
  return types.length === 1 ? (types[0] ?? 'string') : types
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'object' ? 'object' : typeof value
}

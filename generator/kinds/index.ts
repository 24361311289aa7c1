import type { Code } from 'ajv'
import type {
  JsonSchema,
  JsonValue,
  ListParameter,
  MapParameter,
  ModelKind,
  ObjectParameter,
  Parameter,
  UnionParameter,
  Words,
} from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import { readBase, readInnerBase } from '../read/base.js'
import type { Reader } from '../read/reader.js'
import { array } from './array.js'
import { boolean } from './boolean.js'
import { enumeration } from './enum.js'
import { integer } from './integer.js'
import {
  present,
  type Base,
  type Case,
  type CheckContext,
  type Kind,
  type KindFacts,
  type MediaTypes,
  type Place,
  type Random,
} from './kind.js'
import { listKind, type Nested } from './list.js'
import { mapKind } from './map.js'
import { media } from './media.js'
import {
  casesOrNull,
  checkUnlessNull,
  phraseOrNull,
  schemaOrNull,
  takesNull,
  typeBesideNull,
  typeOrNull,
} from './nullable.js'
import { number } from './number.js'
import { objectKind } from './object.js'
import { prompt } from './prompt.js'
import { string } from './string.js'
import { readUnion, unionKind } from './union.js'
import { isListed, listed } from './value-list.js'

const nested: Nested = {
  type: typeOf,
  schema: valueSchema,
  example: exampleOf,
  cases: (parameter) => casesOf(parameter, []),
  sample: sampleOf,
}

/** All kinds of parameters. Another kind is a file and a line here and in `kindOf`. */
const kinds: { readonly [K in Parameter['kind']]: Kind<Extract<Parameter, { kind: K }>> } = {
  prompt,
  string,
  enum: enumeration,
  integer,
  number,
  boolean,
  media,
  object: objectKind(nested, readObject),
  map: mapKind(nested, readMap),
  union: unionKind(nested, readUnionParameter),
  list: listKind(nested, readList),
  array,
}

/** The kind that the keywords of a parameter make it; undefined when they make it none. */
export function kindOf(name: string, schema: JsonSchema): Parameter['kind'] | undefined {
  if (schema['x-media'] !== undefined) return 'media'
  if (schema.enum !== undefined || schema.const !== undefined) return 'enum'
  if (schema.oneOf !== undefined) return 'union'
  const type = typeBesideNull(schema)
  switch (type) {
    case 'string':
      return name === 'prompt' || schema['x-prompt-limits'] !== undefined || schema['x-prompt-tokens'] !== undefined
        ? 'prompt'
        : 'string'
    case 'array':
      return schema['x-items'] === undefined ? 'list' : 'array'
    case 'object':
      return schema.properties === undefined && isObject(schema.additionalProperties) ? 'map' : 'object'
    case 'integer':
    case 'number':
    case 'boolean':
      return type
    default:
      return undefined
  }
}

/** One parameter from its schema, whose references are already inlined. */
export function readParameter(name: string, required: boolean, schema: Reader, mediaTypes: MediaTypes): Parameter {
  return readAs(name, schema, readBase(name, required, schema), mediaTypes)
}

function readAs(name: string, schema: Reader, base: Base, mediaTypes: MediaTypes): Parameter {
  const kind = kindOf(name, schema.value) ?? schema.refuse('type', 'string, integer, number, boolean, object or array')
  schema.ignore('type', '$comment')
  const parameter = kinds[kind].read(
    schema,
    { ...base, ...(takesNull(schema.value) ? { nullable: true as const } : {}) },
    mediaTypes,
  )
  return { ...parameter, phrase: phraseOf(parameter) }
}

function readObject(schema: Reader, base: Base, mediaTypes: MediaTypes): ObjectParameter {
  const properties = schema.object('properties')
  const required = new Set(schema.texts('required'))
  for (const name of required)
    if (!Object.hasOwn(properties.value, name)) schema.refuse('required', `names of members, and "${name}" is none`)
  if (schema.flag('additionalProperties')) schema.refuse('additionalProperties', 'false')
  return {
    kind: 'object',
    ...base,
    members: Object.keys(properties.value).map((name) => {
      const member = properties.object(name)
      return readAs(name, member, inner(name, required.has(name), member, base), mediaTypes)
    }),
  }
}

function readUnionParameter(schema: Reader, base: Base, mediaTypes: MediaTypes): UnionParameter {
  return readUnion(schema, base, (name, variant) => readAs(name, variant, inner(name, true, variant, base), mediaTypes))
}

function readMap(schema: Reader, base: Base, mediaTypes: MediaTypes): MapParameter {
  const stated = schema.object('additionalProperties')
  if (stated.has('default')) stated.refuse('default', 'left out: a member is there or not')
  const values = readAs('value', stated, inner('value', true, stated, base), mediaTypes)
  const form = schema.has('propertyNames') ? schema.object('propertyNames') : undefined
  const [example, ...others] = form?.texts('examples') ?? []
  return {
    kind: 'map',
    ...base,
    values,
    ...(form === undefined || example === undefined
      ? {}
      : { names: { pattern: form.text('pattern'), examples: [example, ...others] as [string, ...string[]] } }),
    ...present({
      minProperties: schema.optionalNumber('minProperties'),
      maxProperties: schema.optionalNumber('maxProperties'),
    }),
  }
}

function readList(schema: Reader, base: Base, mediaTypes: MediaTypes): ListParameter {
  const items = schema.object('items')
  if (items.has('default')) items.refuse('default', 'left out: an item is there or not')
  if (schema.has('uniqueItems') && ['object', 'array'].includes(typeBesideNull(items.value) ?? ''))
    schema.refuse('uniqueItems', 'left out: only strings, numbers and booleans are compared')
  return {
    kind: 'list',
    ...base,
    items: readAs('item', items, inner('item', true, items, base), mediaTypes),
    ...present({
      minItems: schema.optionalNumber('minItems'),
      maxItems: schema.optionalNumber('maxItems'),
      uniqueItems: schema.optionalFlag('uniqueItems') === true ? (true as const) : undefined,
    }),
  }
}

/** What lies inside a parameter is stated where the parameter is, unless it says otherwise. */
function inner(name: string, required: boolean, schema: Reader, { source }: Base): Base {
  return readInnerBase(name, required, schema, source)
}

/** The TypeScript type of a parameter's value. */
export function typeOf(parameter: Parameter): string {
  return typeOrNull(parameter, dispatch(parameter).type(parameter))
}

/** The JSON Schema of a parameter's value, without description and default. */
export function valueSchema(parameter: Parameter): JsonSchema {
  return schemaOrNull(parameter, dispatch(parameter).schema(parameter))
}

/** The statements that check a parameter's value. */
export function checkCode(parameter: Parameter, at: Place, context: Omit<CheckContext, 'nested'>): Code {
  const all: CheckContext = { ...context, nested: (inside, place) => checkCode(inside, place, context) }
  return checkUnlessNull(parameter, at.value, dispatch(parameter).check(parameter, at, all))
}

/** What a parameter accepts, as data. */
export function factsOf(parameter: Parameter): KindFacts {
  return { ...dispatch(parameter).facts(parameter), ...(parameter.nullable ? { nullable: true } : {}) }
}

function phraseOf(parameter: Parameter): Words {
  return phraseOrNull(parameter, dispatch(parameter).phrase(parameter))
}

/** A value the parameter accepts. */
export function exampleOf(parameter: Parameter, model: ModelKind): JsonValue {
  return dispatch(parameter).example(parameter, model)
}

/** Values for a parameter with what its own limits say of them. */
export function casesOf(parameter: Parameter, earlier: readonly Parameter[]): Case[] {
  return casesOrNull(parameter, dispatch(parameter).cases(parameter, earlier))
}

/** Any value that the parameter's own limits accept. */
export function sampleOf(parameter: Parameter, random: Random): JsonValue {
  return parameter.nullable && random.below(8) === 0 ? null : dispatch(parameter).sample(parameter, random)
}

/** The kind of a parameter. The table pairs each parameter with its own kind. */
function dispatch(parameter: Parameter): Kind<Parameter> {
  return isListed(parameter) ? listed : kinds[parameter.kind]
}

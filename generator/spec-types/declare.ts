import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import type { JsonSchema, JsonValue } from '../catalogue.js'
import { isObject, objectOrEmpty } from '../load/json-object.js'
import { divide } from './divide.js'

const ending = '.schema.json'

/** What a type does not say: limits on values, conditions, descriptions, and what editors show. */
const untyped = new Set([
  '$comment',
  '$id',
  '$schema',
  '$vocabulary',
  'contains',
  'defaultSnippets',
  'dependentRequired',
  'description',
  'errorMessage',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'not',
  'pattern',
  'propertyNames',
  'title',
  'uniqueItems',
])

/**
 * The TypeScript types of what the files of `spec/` may hold, from the meta-schemas in a folder: the text of each source
 * file by its name, one per meta-schema. A file's type is named after its meta-schema (`ServiceFile`), a definition after
 * both (`UpstreamRow`). What a member means stands in the meta-schema alone.
 */
export async function specTypes(folder: URL): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
  const metaSchemas = await Promise.all(
    names.map(async (file) => {
      const { $defs, ...schema } = objectOrEmpty(JSON.parse(await readFile(new URL(file, folder), 'utf8')) as JsonValue)
      const forms: [type: string, form: JsonSchema][] = Object.entries(objectOrEmpty($defs)).map(
        ([name, definition]) => [typeName(file, name), typed(definition, file)],
      )
      if (schema.type === 'object') forms.unshift([typeName(file), typed(schema, file)])
      return { source: `${file.slice(0, -ending.length)}.ts`, forms }
    }),
  )
  const definitions = Object.fromEntries(metaSchemas.flatMap(({ forms }) => forms))
  const text = await compile({ definitions }, 'Spec', {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  })
  const sources = new Map(metaSchemas.flatMap(({ source, forms }) => forms.map(([type]) => [type, source])))
  return divide(text, sources)
}

function typeName(file: string, definition?: string): string {
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  return `${capital(file.slice(0, -ending.length))}${definition === undefined ? 'File' : capital(definition)}`
}

/** A meta-schema as the compiler of types wants it: only what a type can say, in one document. */
function typed(value: JsonValue, file: string): JsonSchema {
  if (!isObject(value)) return { tsType: 'JsonValue' }
  const { $ref, if: _, then: __, else: ___, oneOf, properties, ...rest } = value
  if (typeof $ref === 'string') return { $ref: `#/definitions/${definitionName($ref, file)}` }
  const kinds = alternatives(value)
  if (kinds.length > 0) return { anyOf: kinds.map((kind) => typed(kind, file)) }
  const schema: JsonSchema = {}
  for (const [keyword, member] of Object.entries(rest)) {
    if (untyped.has(keyword)) continue
    schema[keyword] =
      ['items', 'additionalProperties'].includes(keyword) && isObject(member) ? typed(member, file) : member
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.filter(isForm).map((inner) => typed(inner, file))
    schema.allOf = parts
    if (parts.length === 0) delete schema.allOf
  }
  if (Array.isArray(oneOf) && oneOf.some(isForm)) schema.anyOf = oneOf.map((inner) => typed(inner, file))
  if (isObject(properties))
    schema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, typed(member, file)]),
    )
  // A type allows under any other name what it allows under those it names.
  if (isObject(properties) && isObject(schema.additionalProperties))
    schema.additionalProperties = {
      anyOf: [schema.additionalProperties, ...Object.values(objectOrEmpty(schema.properties))],
    }
  if (!['type', 'enum', 'const', 'allOf', 'anyOf'].some((keyword) => keyword in schema)) schema.tsType = 'JsonValue'
  if (schema.type === 'array' && schema.items === undefined) schema.items = { tsType: 'JsonValue' }
  if (schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === undefined)
    schema.additionalProperties = { tsType: 'JsonValue' }
  return schema
}

/** The forms that a chain of conditions chooses from, where each is a definition of its own. */
function alternatives({ then: chosen, else: other }: JsonSchema): JsonSchema[] {
  if (!isObject(chosen) || typeof chosen.$ref !== 'string' || !isObject(other)) return []
  // What is left when no condition holds is a form of its own, or says only which conditions there are.
  const isPlain = typeof other.$ref === 'string' || (typeof other.type === 'string' && other.type !== 'object')
  return [chosen, ...(isPlain ? [other] : alternatives(other))]
}

/** Whether it says what a value is, and not only which of its members must be there. */
function isForm(schema: JsonValue): boolean {
  return isObject(schema) && ['type', '$ref', 'properties'].some((keyword) => keyword in schema)
}

function definitionName(reference: string, file: string): string {
  const [path = '', pointer = ''] = reference.split('#')
  const target = path === '' ? file : posix.normalize(path)
  const [, name] = /^\/\$defs\/([^/]+)$/.exec(pointer) ?? []
  return typeName(target, name)
}

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { defaultBaseAddress, readBaseAddress } from '../base-address.js'
import { wholeFile } from '../file.js'
import { emitJsonSchema, emitModelJsonSchema } from '../emit/json-schema.js'
import { catalogue, document30, document31, object, walk, documentWithDefaults } from './openapi/documents.js'

const base = 'https://docs.example.com/contract/'
const spec = fileURLToPath(new URL('../../spec/', import.meta.url))
const read = (path: string) => object(JSON.parse(readFileSync(`${spec}${path}`, 'utf8')))
const metaSchemas = readdirSync(`${spec}meta`).map((name) => [name, read(`meta/${name}`)] as const)
const files = new Map(
  [
    ...catalogue.models.flatMap((model) => emitModelJsonSchema(model, catalogue, { baseAddress: base })),
    ...emitJsonSchema(catalogue, { baseAddress: base, metaSchemas }),
  ]
    .map(wholeFile)
    .map(({ path, content }) => [path, object(JSON.parse(content))]),
)
const schemaFiles = [...files].filter(([path]) => path.endsWith('.schema.json'))
const metaFiles = schemaFiles.filter(([path]) => path.startsWith('json-schema/meta/'))
/** The schemas of requests and of the Task. */
const plainFiles = schemaFiles.filter((file) => !metaFiles.includes(file))

describe('addresses', () => {
  test('each schema has the versioned address of its own file as $id', () => {
    for (const [path, schema] of schemaFiles) expect(schema['$id']).toBe(`${base}${catalogue.version}/${path}`)
  })

  test('every reference of every document leads to a place in a published file', () => {
    const documents = [...plainFiles.map(([, schema]) => schema), document31, document30, documentWithDefaults]
    for (const document of documents) {
      for (const [pointer, value] of walk(document)) {
        if (pointer.endsWith('/$ref')) expect(value, pointer).toMatch(/^#\//)
      }
    }
    for (const [path, schema] of metaFiles) {
      for (const [pointer, value] of walk(schema)) {
        // What an editor offers to write is not a reference of the schema's own.
        if (!pointer.endsWith('/$ref') || typeof value !== 'string' || pointer.includes('/defaultSnippets/')) continue
        const [name = '', place = ''] = value.split('#')
        let target: unknown = files.get(name === '' ? path : posix.join(posix.dirname(path), name))
        for (const step of place.split('/').slice(1)) target = object(target)[step]
        expect(target, `${path} ${value}`).toBeTypeOf('object')
      }
    }
  })

  test('the meta-schemas check a specification by their addresses alone', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [, schema] of metaFiles) ajv.addSchema(schema)
    const validate = ajv.getSchema(`${base}${catalogue.version}/json-schema/meta/model.schema.json`)!
    for (const { id } of catalogue.models) {
      const model = read(`models/${id}.schema.json`)
      expect(validate(model), id).toBe(true)
      expect(validate({ ...model, 'x-kind': 'vdeo' }), id).toBe(false)
    }
  })

  test('a base address is absolute, and ends with a slash', () => {
    expect(readBaseAddress('https://example.com/spec')).toBe('https://example.com/spec/')
    expect(readBaseAddress(defaultBaseAddress)).toBe(defaultBaseAddress)
    for (const wrong of [
      '',
      'spec/',
      'file:///spec/',
      'https://example.com/?a',
      'https://example.com/#a',
      'https://a:b@c/',
    ])
      expect(readBaseAddress(wrong), wrong).toBeUndefined()
  })
})

describe('the catalogue for schema stores', () => {
  const store = files.get('json-schema/catalog.json')!
  const entries = (store['schemas'] as unknown[]).map(object)

  test('lists each schema once, by its address', () => {
    expect(store).toMatchObject({ $schema: 'https://json.schemastore.org/schema-catalog.json', version: 1 })
    const addresses = schemaFiles.filter(([path]) => !path.includes('draft-07')).map(([, schema]) => schema['$id'])
    expect(entries.map(({ url }) => url).sort()).toEqual(addresses.sort())
    for (const { url, versions } of entries) expect(versions).toEqual({ [catalogue.version]: url })
  })

  test('chooses by the name of a file, no two schemas by the same', () => {
    const patterns = entries.flatMap(({ fileMatch }) => (Array.isArray(fileMatch) ? fileMatch : []))
    expect(patterns).toContain('*.model-tasks.json')
    expect(patterns).toContain('*.sd_2.0_discount.json')
    expect(patterns).toContain('**/spec/models/*.schema.json')
    expect(patterns).toContain('**/spec/unknowns.json')
    expect(new Set(patterns).size).toBe(patterns.length)
  })
})

test('ajv accepts every schema in strict mode, without a word', () => {
  const words: unknown[] = []
  const note = (...said: unknown[]): void => {
    words.push(said)
  }
  const options = { strict: true, logger: { log: note, warn: note, error: note } } as const
  const dialects = { 'json-schema/draft-07/': new Ajv(options), 'json-schema/': new Ajv2020(options) }
  for (const [path, schema] of plainFiles) {
    const dialect = path.startsWith('json-schema/draft-07/') ? 'json-schema/draft-07/' : 'json-schema/'
    expect(() => dialects[dialect].compile(schema), path).not.toThrow()
  }
  expect(words).toEqual([])
})

import { isDeepStrictEqual } from 'node:util'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { checkSpec } from '../../check/index.js'
import { exampleModels } from '../../emit/docs/keywords/example-models.js'
import { keywordSections } from '../../emit/docs/keywords/view.js'
import { isObject, objectOrEmpty } from '../../load/json-object.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { modelPathOf } from '../../read/model-file.js'

const spec = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const meta = (name: string): JsonSchema => objectOrEmpty(spec.files.get(`meta/${name}`)?.value)
const files = ['model.schema.json', 'parameter.schema.json', 'facts.schema.json']
const sections = keywordSections(files.map((name) => [name, meta(name)] as const))

/** Every keyword that a definition of the meta-schemas states, with the definition. */
const stated = files.flatMap((file) => {
  const schema = meta(file)
  const objects = [
    ...(file === 'model.schema.json' ? [['', schema] as const] : []),
    ...Object.entries(objectOrEmpty(schema.$defs)),
  ]
  return objects.flatMap(([id, definition]) =>
    isObject(definition) && definition.type === 'object' && isObject(definition.properties)
      ? Object.keys(definition.properties).map((keyword) => [id, keyword] as const)
      : [],
  )
})

/** Definitions whose keywords stand elsewhere, and where. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  reference: [
    'reference',
    'string',
    'enum',
    'integer',
    'number',
    'media',
    'mediaReference',
    'object',
    'list',
    'array',
    'parameter',
  ],
}

const rowsOf = (id: string) => sections.find((section) => section.id === id)?.rows ?? []

test('every keyword of the meta-schemas has a row', () => {
  expect(stated.length).toBeGreaterThan(200)
  const kinds = new Set([
    'string',
    'enum',
    'integer',
    'number',
    'boolean',
    'media',
    'mediaReference',
    'object',
    'union',
    'map',
    'constant',
    'list',
    'array',
  ])
  const missing = stated.filter(([id, keyword]) => {
    const places = elsewhere[id] ?? (kinds.has(id) ? [id, 'parameter'] : [id === 'value' ? 'condition-value' : id])
    return !places.some((place) => rowsOf(place).some((row) => row.keyword === keyword))
  })
  expect(missing).toEqual([])
})

test('every section has a heading, and every row a sentence and an example', () => {
  expect(sections.filter(({ title, description }) => title === '' || description === '')).toEqual([])
  const bare = sections.flatMap(({ id, rows }) =>
    rows
      .filter(({ description, example }) => description === '' || example === undefined)
      .map(({ keyword }) => `${id} ${keyword}`),
  )
  expect(bare, 'write the keyword in example-models.ts').toEqual([])
})

/** Whether a value stands anywhere in another. */
function holds(whole: JsonValue, part: JsonValue): boolean {
  if (isDeepStrictEqual(whole, part)) return true
  return typeof whole === 'object' && whole !== null && Object.values(whole).some((inner) => holds(inner, part))
}

describe('the examples', () => {
  test('are parts of models that pass the meta-schemas and every check of the generator', () => {
    const added = exampleModels.map((model) => {
      const path = modelPathOf(model.title)
      return [path, parseSpecFile(path, JSON.stringify(model))] as const
    })
    expect(checkSpec({ ...spec, files: new Map([...spec.files, ...added]) })).toEqual([])
    const foreign = sections.flatMap(({ rows }) =>
      rows.filter(({ example = null }) => !exampleModels.some((model) => holds(model, example))),
    )
    expect(foreign).toEqual([])
  })
})

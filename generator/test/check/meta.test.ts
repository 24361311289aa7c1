import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { metaPathOf } from '../../check/meta.js'
import { isObject } from '../../load/json-object.js'
import { loadSpec } from '../../load/spec.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const spec = await loadSpec(`${root}/spec`)
const metas = [...spec.files.values()].filter((file) => file.path.startsWith('meta/'))

test.each(metas.map((file) => [file.path, file.value] as const))('%s is a JSON Schema', (path, value) => {
  const ajv = new Ajv2020({ strict: false })
  expect(ajv.validateSchema(value as JsonSchema), `${path}: ${ajv.errorsText()}`).toBe(true)
})

test('every keyword a file may hold has a description for the editor', () => {
  const silent: string[] = []
  for (const file of metas)
    for (const [place, schema] of propertiesIn(file.value ?? null, file.path))
      if (!isObject(schema) || (schema.description === undefined && schema.$ref === undefined)) silent.push(place)
  expect(silent).toEqual([])
})

test('no message repeats the values beside it, which would be forgotten when one is added', () => {
  const repeated: string[] = []
  for (const file of metas)
    for (const [place, { enum: values, errorMessage }] of objectsIn(file.value ?? null, file.path))
      if (Array.isArray(values) && typeof errorMessage === 'string' && errorMessage.startsWith('one of ')) {
        const named = errorMessage.slice('one of '.length).split(', ')
        if (named.every((name) => values.includes(name))) repeated.push(place)
      }
  expect(repeated).toEqual([])
})

test('the editor checks each file with the meta-schema the checker uses', async () => {
  const settings = JSON.parse(await readFile(`${root}/.vscode/settings.json`, 'utf8')) as {
    'json.schemas': { fileMatch: string[]; url: string }[]
  }
  const mapped = (path: string): string | undefined =>
    settings['json.schemas'].find((entry) =>
      entry.fileMatch.some((glob) =>
        new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`).test(`/spec/${path}`),
      ),
    )?.url
  for (const path of spec.files.keys()) {
    if (!path.startsWith('meta/')) expect(mapped(path), path).toBe(`./spec/${metaPathOf(path)}`)
  }
  expect(await readdir(`${root}/spec/meta`)).toHaveLength(metas.length)
})

/** The schemas of all properties a meta-schema defines, each with its place. */
function* propertiesIn(value: JsonValue, place: string): Iterable<[string, JsonValue]> {
  if (Array.isArray(value)) for (const item of value) yield* propertiesIn(item, place)
  if (!isObject(value)) return
  for (const [key, child] of Object.entries(value)) {
    if (['if', 'then', 'else', 'allOf', 'not'].includes(key) && isObject(child) && value.type === undefined) continue
    if (key === 'properties' && isObject(child) && value.type === 'object' && value.additionalProperties === false) {
      for (const [name, schema] of Object.entries(child)) yield [`${place}/${name}`, schema]
    }
    yield* propertiesIn(child, `${place}/${key}`)
  }
}

/** All objects of a file, each with its place. */
function* objectsIn(value: JsonValue, place: string): Iterable<[string, { readonly [key: string]: JsonValue }]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* objectsIn(item, `${place}/${String(index)}`)
  if (!isObject(value)) return
  yield [place, value]
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${place}/${key}`)
}

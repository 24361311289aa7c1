import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../catalogue.js'
import { checkSpec } from '../../check/index.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'

type Json = { [key: string]: Json } & Json[] & JsonValue

const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const path = 'models/every-kind.schema.json'
const text = readFileSync(new URL('every-kind.schema.json', import.meta.url), 'utf8')

/** The specification with a model of every kind, changed. */
function specWith(change: (parameters: Json) => void): typeof real {
  const file = JSON.parse(text) as Json
  change(file['properties']!)
  return { ...real, files: new Map([...real.files, [path, parseSpecFile(path, JSON.stringify(file))]]) }
}

const mistakesOf = (change: (parameters: Json) => void): string[] =>
  checkSpec(specWith(change)).map(({ code, message }) => `${code} ${message}`)

const image = { $ref: '../media.schema.json#/$defs/url', 'x-media': { type: 'image', limits: [] } } as never as Json

test('a file inside a form of an object is a place of the model, once', () => {
  const model = readCatalogue(specWith(() => undefined)).models.find(({ id }) => id === 'every-kind')
  expect(model?.places.filter(({ path: place }) => place.startsWith('/sound'))).toEqual([
    { path: '/sound/file', media: 'audio', accepts: ['url', 'asset'] },
  ])
})

test('a file under a name of the caller is a place of the model, also inside what stands there', () => {
  const change = ({ places }: Json): void => {
    places!['additionalProperties']!['properties']!['pictures'] = {
      type: 'array',
      items: { $ref: '../media.schema.json#/$defs/url' },
      'x-media': { type: 'image', limits: [] },
      maxItems: 2,
    } as never as Json
  }
  const model = readCatalogue(specWith(change)).models.find(({ id }) => id === 'every-kind')
  expect(model?.places.filter(({ path: place }) => /^\/(faces|places)/.test(place))).toEqual([
    { path: '/places/{name}/pictures/*', media: 'image', accepts: ['url'] },
    { path: '/faces/{name}', media: 'image', accepts: ['url', 'asset'] },
  ])
})

describe('an object is rejected', () => {
  test('whose forms name different files by one path', () => {
    const found = mistakesOf(({ sound }) => {
      const words = sound!['oneOf']![0]!
      words['properties']!['file'] = image
    })
    expect(found).toEqual([expect.stringMatching(/^S017 oneOf must be forms in which "file" means the same/)])
  })

  test('whose forms no member tells apart', () => {
    const found = mistakesOf(({ sound }) => {
      sound!['oneOf']![2]!['properties']!['from'] = { const: 'file' } as never as Json
    })
    expect(found).toEqual([expect.stringMatching(/^S017 oneOf must be objects that one required member tells apart/)])
  })
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Catalogue, JsonSchema, JsonValue } from '../../catalogue.js'
import { createJudges } from '../../diff/behaviour/judge.js'
import { proveDiff } from '../../diff/index.js'
import { loadChecks } from '../../dist/load/checks.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'

const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const reel = readFileSync(new URL('../../../test/foreign/models/reel-story.schema.json', import.meta.url), 'utf8')
const path = 'models/reel-story.schema.json'
const parts = { checks: await loadChecks(), today: '2026-07-01' }
const section = { section: 'reel-story' }

const number = (more: JsonSchema): JsonSchema => ({ description: 'A number.', 'x-source': section, ...more })
const image = { $ref: '../media.schema.json#/$defs/urlOrAsset' }
const images: JsonSchema = {
  ...{ type: 'array', minItems: 0, maxItems: 9, description: 'Images.', 'x-source': section, items: image },
  'x-media': { type: 'image', limits: [] },
}

/** The catalogue with the storyboard, of which one rule over numbers stands alone. */
function catalogueWith(stated: JsonSchema, examples: JsonSchema): Catalogue {
  const { allOf: _, properties, ...schema } = JSON.parse(reel) as JsonSchema & { properties: JsonSchema }
  const rule = {
    ...{ id: 'a-rule', severity: 'error', 'x-source': section, examples },
    parameters: ['shots', 'most', 'width', 'height', 'start', 'end', 'left', 'right'],
  }
  const model = {
    ...schema,
    properties: {
      ...properties,
      most: number({ type: 'integer', minimum: 1, maximum: 90, 'x-unit': 's' }),
      width: number({ type: 'integer', minimum: 64, maximum: 4096 }),
      height: number({ type: 'integer', minimum: 64, maximum: 4096 }),
      start: number({ type: 'number', minimum: 0, maximum: 60 }),
      end: number({ type: 'number', minimum: 0, maximum: 60 }),
      left: images,
      right: images,
    },
    allOf: [{ 'x-rule': rule, ...stated }],
  }
  return readCatalogue({ ...real, files: new Map([...real.files, [path, parseSpecFile(path, JSON.stringify(model))]]) })
}

const shots = (...seconds: number[]): JsonValue => seconds.map((duration) => ({ prompt: 'x', duration }))
const url = 'https://example.com/a.png'
const of = ['/shots/*/duration']
const size = ['/width', '/height']
const lists = ['/left', '/right']
const times = ['/start', '/end']

const tightened: [string, JsonSchema, JsonSchema, JsonSchema][] = [
  [
    'a sum',
    { 'x-sum': { of, maximum: 60 } },
    { 'x-sum': { of, maximum: 59 } },
    { valid: [{ shots: shots(15, 15) }], invalid: [{ shots: shots(15, 15, 15, 15, 15) }] },
  ],
  [
    'a sum with a minimum',
    { 'x-sum': { of, minimum: 7 } },
    { 'x-sum': { of, minimum: 8 } },
    { valid: [{ shots: shots(15) }], invalid: [{ shots: shots(1) }] },
  ],
  [
    'a sum whose bound the request states',
    { 'x-sum': { of, maximum: 60 } },
    { 'x-sum': { of, maximum: '/most' } },
    { valid: [{ shots: shots(2), most: 10 }], invalid: [{ shots: shots(15, 15, 15, 15, 15), most: 1 }] },
  ],
  [
    'a product',
    { 'x-product': { of: size, maximum: 2_100_000 } },
    { 'x-product': { of: size, maximum: 2_000_000 } },
    {
      valid: [{ shots: shots(5), width: 100, height: 100 }],
      invalid: [{ shots: shots(5), width: 4096, height: 4096 }],
    },
  ],
  [
    'a count',
    { 'x-count': { of: lists, maximum: 13 } },
    { 'x-count': { of: lists, maximum: 12 } },
    {
      valid: [{ shots: shots(5), left: [url], right: [url] }],
      invalid: [{ shots: shots(5), left: Array(9).fill(url), right: Array(9).fill(url) }],
    },
  ],
  [
    'an order',
    { 'x-order': { of: times, orEqual: true } },
    { 'x-order': { of: times } },
    {
      valid: [{ shots: shots(5), start: 1.25, end: 2.75 }],
      invalid: [{ shots: shots(5), start: 2.75, end: 1.25 }],
    },
  ],
]

test.each(tightened)('%s that is tightened is shown by a request that no longer passes', (_, old, now, examples) => {
  const [before, after] = [catalogueWith(old, examples), catalogueWith(now, examples)]
  const [event, ...others] = proveDiff(before, after, parts).filter(({ rule }) => rule !== 'changed-words')
  expect(others).toEqual([])
  expect(event).toMatchObject({ rule: 'changed-rule', step: 'major', witness: { now: 'rejected', rule: 'a-rule' } })
  const passes = [before, after].map((catalogue) => {
    const model = catalogue.models.find(({ id }) => id === 'reel-story')!
    return createJudges(catalogue, parts)(model)((event!.witness as { body: JsonSchema }).body).length === 0
  })
  expect(passes).toEqual([true, false])
})

// Of a bound that the request states it is not known how far off it is.
const loosened = tightened.filter(([name]) => name !== 'a sum whose bound the request states')

test.each(loosened)(
  '%s that is loosened breaks nothing, which a request shows that passes now',
  (_, now, old, examples) => {
    const [event, ...others] = proveDiff(catalogueWith(old, examples), catalogueWith(now, examples), parts).filter(
      ({ rule }) => rule !== 'changed-words',
    )
    expect(others).toEqual([])
    expect(event).toMatchObject({ rule: 'changed-rule', step: 'minor', witness: { now: 'accepted', rule: 'a-rule' } })
  },
)

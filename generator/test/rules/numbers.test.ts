import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { checkSpec } from '../../check/index.js'
import { satisfies } from '../../check/satisfies.js'
import { loadSpec, parseSpecFile, type Spec } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'
import { portableSchema } from '../../rules/index.js'

const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const reel = readFileSync(new URL('../../../test/foreign/models/reel-story.schema.json', import.meta.url), 'utf8')
const path = 'models/reel-story.schema.json'

const number = (more: JsonSchema): JsonSchema => ({
  type: 'number',
  description: 'A number.',
  'x-source': { section: 'reel-story' },
  ...more,
})

/** The storyboard with more parameters, and one rule in place of its own. */
function specOf(stated: JsonSchema, parameters: readonly string[], examples: readonly [JsonSchema, JsonSchema]): Spec {
  const { allOf: _, properties, ...schema } = JSON.parse(reel) as JsonSchema & { properties: JsonSchema }
  const [valid, invalid] = examples.map((body) => [body])
  const rule = {
    ...{ id: 'a-rule', severity: 'error', parameters, 'x-source': { section: 'reel-story' } },
    examples: { valid, invalid },
  }
  const model = {
    ...schema,
    properties: {
      ...properties,
      most: number({ default: 1, 'x-unit': 's' }),
      start: number({ 'x-unit': 's', default: 1 }),
      end: number({ 'x-unit': 's' }),
      late: number({ 'x-unit': 'ms' }),
    },
    allOf: [{ 'x-rule': rule, ...stated }],
  }
  return { ...real, files: new Map([...real.files, [path, parseSpecFile(path, JSON.stringify(model))]]) }
}

const mistakesIn = (spec: Spec): string[] =>
  checkSpec(spec).map(({ code, pointer, message }) => `${code} ${pointer} ${message}`)

const shots = (...seconds: number[]): JsonValue => seconds.map((duration) => ({ prompt: 'x', duration }))

/** The schema of the rule as it is published. */
function schemaOf(spec: Spec): JsonSchema {
  expect(mistakesIn(spec)).toEqual([])
  const [rule] = readCatalogue(spec).models.find(({ id }) => id === 'reel-story')?.rules ?? []
  return rule?.schema ?? {}
}

describe('a sum', () => {
  const sum = { 'x-sum': { of: ['/shots/*/duration', '/start'], maximum: '/most' } }
  const examples = [{ most: 3, shots: shots(1) }, { shots: shots(1) }] as const
  const schema = schemaOf(specOf(sum, ['shots', 'start', 'most'], examples))

  test('is published with the defaults and the unit of its parameters', () => {
    expect(schema).toEqual({
      'x-sum': {
        of: [{ path: '/shots/*/duration' }, { path: '/start', default: 1 }],
        maximum: { path: '/most', default: 1 },
        unit: ' s',
      },
    })
  })

  test.each<[keeps: boolean, body: JsonSchema]>([
    // Decimals are added as they are written.
    [true, { start: 0.1, shots: shots(0.2), most: 0.3 }],
    [false, { start: 0.1, shots: shots(0.2), most: 0.2999999999999999 }],
    [false, { start: 2 ** 53, shots: shots(2), most: 2 ** 53 }],
    [true, { start: 0, shots: shots(1) }],
    [false, { shots: shots(1) }],
    // What is not a number has a finding of its own.
    [true, { start: 0, shots: [{ duration: '9' }, null, 7, { duration: 1 }] }],
    [true, { start: '9', shots: 'none', most: 0 }],
    [true, { start: 9, most: 'much' }],
  ])('%s: %j', (keeps, body) => {
    expect(satisfies(schema, body)).toBe(keeps)
  })
})

describe('an order', () => {
  const stated = { 'x-order': { of: ['/start', '/end'] } }
  const schema = schemaOf(specOf(stated, ['start', 'end'], [{ end: 2 }, { end: 1 }]))

  test.each<[keeps: boolean, body: JsonSchema]>([
    [true, { start: 1, end: 2 }],
    [false, { start: 2, end: 2 }],
    [false, { end: 1 }],
    [true, { start: 5 }],
    [true, { start: 5, end: null }],
  ])('%s: %j', (keeps, body) => {
    expect(satisfies(schema, body)).toBe(keeps)
  })
})

describe('a product', () => {
  const stated = { 'x-product': { of: ['/start', '/late'], maximum: 0.3 } }
  const schema = schemaOf(specOf(stated, ['start', 'late'], [{ late: 0.3 }, { late: 0.4 }]))

  test.each<[keeps: boolean, body: JsonSchema]>([
    // Decimals are multiplied as they are written.
    [true, { start: 0.1, late: 3 }],
    [false, { start: 0.1, late: 3.000000000000001 }],
    [true, { start: 9 }],
    [true, { start: 9, late: '9' }],
    [false, { late: 0.4 }],
  ])('%s: %j', (keeps, body) => {
    expect(satisfies(schema, body)).toBe(keeps)
  })
})

describe('a count', () => {
  const image = 'https://example.com/a.png'
  const shot = (references: number): JsonSchema => ({
    ...{ prompt: 'x', duration: 1, image },
    references: Array.from({ length: references }, () => image),
  })
  const of = ['/shots/*/image', '/shots/*/references']

  test('is of lists at any depth, where another value is one entry', () => {
    const rule = { 'x-count': { of, maximum: 4 } }
    const schema = schemaOf(specOf(rule, ['shots'], [{ shots: [shot(3)] }, { shots: [shot(3), shot(0)] }]))
    expect(satisfies(schema, { shots: [shot(1), shot(1)] })).toBe(true)
    expect(satisfies(schema, { shots: [shot(1), shot(2)] })).toBe(false)
    expect(satisfies(schema, { shots: [{ image: null }, shot(3), 'x'] })).toBe(true)
    expect(portableSchema(schema)).toBeUndefined()
  })

  test('of lists that are parameters is plain JSON Schema, as long as the ways to share the entries are few', () => {
    const rule = (bound: JsonSchema): JsonSchema => ({ 'x-count': { of: [{ path: '/a' }, { path: '/b' }], ...bound } })
    const most = portableSchema(rule({ maximum: 2 }))
    const least = portableSchema(rule({ minimum: 2 }))
    const list = (length: number): null[] => Array.from({ length }, () => null)
    for (const a of [0, 1, 2, 3])
      for (const b of [0, 1, 2, 3]) {
        const body = { ...(a > 0 ? { a: list(a) } : {}), b: list(b) }
        expect(satisfies(most ?? {}, body), `${a} ${b}`).toBe(a + b <= 2)
        expect(satisfies(least ?? {}, body), `${a} ${b}`).toBe(a + b >= 2)
      }
    expect(portableSchema(rule({ maximum: 64 }))).toBeUndefined()
    expect(portableSchema(rule({ maximum: { path: '/c' } }))).toBeUndefined()
    expect(portableSchema({ if: { required: ['c'] }, then: rule({ maximum: 0 }) })).toEqual({
      if: { required: ['c'] },
      then: { anyOf: [{ properties: { a: { maxItems: 0 }, b: { maxItems: 0 } } }] },
    })
  })
})

test('a rule under a condition is kept where that does not hold', () => {
  const stated = {
    if: { required: ['end'], properties: { end: { const: 9 } } },
    'x-sum': { of: ['/shots/*/duration'], minimum: 3 },
  }
  const schema = schemaOf(specOf(stated, ['shots', 'end'], [{ shots: shots(1) }, { end: 9, shots: shots(1) }]))
  expect(satisfies(schema, { end: 8, shots: shots(1) })).toBe(true)
  expect(satisfies(schema, { end: 9, shots: shots(1) })).toBe(false)
})

const numberPath = 'the path of a number, as /duration is, or /shots/*/duration where shots is a list of objects'

test.each<[said: string, stated: JsonSchema, parameters: string[]]>([
  [
    'S050 /allOf/0/x-sum/of/0 the condition reads "shot", which reel-story does not have',
    { 'x-sum': { of: ['/shot/*/duration'], maximum: 9 } },
    ['shots'],
  ],
  [
    'S050 /allOf/0/x-rule/parameters/1 the rule lists "end", which its condition does not read',
    { 'x-sum': { of: ['/shots/*/duration'], maximum: 9 } },
    ['shots', 'end'],
  ],
  [`S017 /allOf/0/x-sum/of/0 0 must be ${numberPath}`, { 'x-sum': { of: ['/shots/*/prompt'], maximum: 9 } }, ['shots']],
  [`S017 /allOf/0/x-sum/of/0 0 must be ${numberPath}`, { 'x-sum': { of: ['/shots/duration'], maximum: 9 } }, ['shots']],
  [
    `S017 /allOf/0/x-sum/maximum maximum must be ${numberPath}`,
    { 'x-sum': { of: ['/start'], maximum: '/resolution' } },
    ['start', 'resolution'],
  ],
  [
    'S017 /allOf/0/x-sum/of of must be numbers of one unit, not of s and ms',
    { 'x-sum': { of: ['/start', '/late'], maximum: 9 } },
    ['start', 'late'],
  ],
  [
    'S017 /allOf/0/x-sum/maximum maximum must be in the unit of the numbers: s, not ms',
    { 'x-sum': { of: ['/start'], maximum: '/late' } },
    ['start', 'late'],
  ],
  [
    'S017 /allOf/0/x-order/of of must be paths into the same items of one list, or one path with *, or several without',
    { 'x-order': { of: ['/start', '/shots/*/duration'] } },
    ['start', 'shots'],
  ],
  [
    'S017 /allOf/0/x-product/of of must be several paths into the same items of one list, or several without *',
    { 'x-product': { of: ['/shots/*/duration'], maximum: 9 } },
    ['shots'],
  ],
  [
    'S017 /allOf/0/x-count/of/0 0 must be the path of a parameter or a member, as /images is, or /shots/*/references',
    { 'x-count': { of: ['/shots/*'], maximum: 9 } },
    ['shots'],
  ],
  [
    'S017 /allOf/0/x-order x-order must be a rule of its own',
    { 'x-sum': { of: ['/start'], maximum: 9 }, 'x-order': { of: ['/start', '/end'] } },
    ['start', 'end'],
  ],
  [
    'S016 /allOf/0/not the keyword "not" has no effect here',
    { 'x-sum': { of: ['/start'], maximum: 9 }, not: { required: ['end'] } },
    ['start', 'end'],
  ],
  [
    'S052 /allOf/0/x-rule/examples/valid/0 with the required parameters the valid example breaks the rule',
    { 'x-sum': { of: ['/start'], maximum: 0 } },
    ['start'],
  ],
])('a mistake is told where it is: %s', (said, stated, parameters) => {
  expect(mistakesIn(specOf(stated, parameters, [{ start: 1 }, { start: 10 }]))).toContain(said)
})

test('a rule over numbers has no message of its own, and any other has one', () => {
  const { allOf, ...model } = JSON.parse(reel) as { allOf: [JsonSchema & { 'x-rule': JsonSchema }] }
  const [{ 'x-rule': rule, 'x-sum': numbers }] = allOf
  const mistakes = (entry: JsonSchema): string[] => {
    const file = parseSpecFile(path, JSON.stringify({ ...model, allOf: [entry] }))
    return mistakesIn({ ...real, files: new Map([...real.files, [path, file]]) })
  }
  expect(mistakes({ 'x-rule': rule, not: { required: ['shots'] } })).toEqual([
    'S011 /allOf/0/x-rule/message allOf[0].x-rule lacks the keyword "message"',
  ])
  const message = { en: 'too long', zh: '太长' }
  expect(mistakes({ 'x-rule': { ...rule, message }, 'x-sum': numbers ?? {} })).toEqual([
    'S014 /allOf/0/x-rule allOf[0].x-rule must be without a message: what is said of numbers follows from the rule',
  ])
})

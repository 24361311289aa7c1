import { Name } from 'ajv'
import { describe, expect, test } from 'vitest'
import type { JsonSchema, JsonValue } from '../catalogue.js'
import * as checks from '../emit/validators/checks.js'
import { isMultiple } from '../emit/validators/checks/is-multiple.js'
import { condition, negation, UnsupportedKeywordError } from '../emit/validators/condition.js'
import { Ajv2020 } from 'ajv/dist/2020.js'

const names = ['a', 'b', 'c']
const values: (JsonValue | undefined)[] = [
  undefined,
  null,
  [],
  ['x'],
  ['x', 'y'],
  'frame',
  'image',
  4,
  5.5,
  true,
  {},
  { x: 1, list: [{ y: 'frame' }] },
  { y: '😀😀', list: [] },
]
const { filled, empty, own, codePoints } = checks
/** What a condition may call. */
const called = { filled, empty, own, codePoints, isMultiple }
const ajv = new Ajv2020({ strict: false })

/** Whether a request satisfies a rule, by the expression that goes into the validators. */
function compile(schema: JsonSchema): (body: Record<string, JsonValue>) => boolean {
  const holds = condition(schema, new Name('body'), (name) => new Name(name))
  // A validator asks whether a rule is broken.
  const expression = `!(${negation(holds).toString()})`
  // oxlint-disable-next-line typescript/no-implied-eval -- the expression is code by its nature
  const run = new Function(...Object.keys(called), 'body', ...names, `return ${expression}`) as (
    ...all: unknown[]
  ) => boolean
  return (body) => run(...Object.values(called), body, ...names.map((name) => body[name]))
}

const schemas: JsonSchema[] = [
  {
    if: { not: { properties: { a: { maxItems: 0 }, b: { maxItems: 0 } } } },
    then: { properties: { c: { maxItems: 0 } } },
  },
  {
    if: { properties: { a: { const: 'frame' } }, required: ['a'] },
    then: { required: ['b'] },
    else: { properties: { c: { type: 'integer', minimum: 5 } } },
  },
  { not: { required: ['a'], properties: { a: { type: 'array', minItems: 1 }, b: { type: 'array', maxItems: 0 } } } },
  { dependentRequired: { a: ['b', 'c'], b: ['c'] } },
  { anyOf: [{ required: ['a'] }, { properties: { b: { enum: ['frame', 4] } } }] },
  {
    allOf: [
      { properties: { a: { type: ['string', 'null'] } } },
      { properties: { b: { maximum: 5, exclusiveMinimum: 4 } } },
    ],
  },
  { properties: { a: { minItems: 1, maxItems: 1 }, b: { not: { type: 'object' } }, c: { type: 'boolean' } } },
  { required: ['a'], properties: { a: { minItems: 1 }, b: { exclusiveMaximum: 5 } } },
  { not: { required: ['a', 'b'] } },
  { required: ['a'] },
  { not: { required: ['a'] } },
  { not: { required: ['a'], properties: { a: { type: 'integer' } } } },
  { not: { required: ['a'], properties: { a: { type: 'integer', minimum: 4 } } } },
  { not: { required: ['a'], properties: { a: { const: 'frame' } } } },
  { not: { required: ['a'], properties: { a: { type: 'string', const: 'frame' } } } },
  { not: { anyOf: [{ required: ['a'] }] } },
  { not: { not: { required: ['a'] } } },
  { not: { oneOf: [{ required: ['a'] }, { required: ['b'] }] } },
  { oneOf: [{ required: ['a'] }, { required: ['b'] }, { not: { required: ['c'] } }] },
  { if: { not: { required: ['a'] } }, then: { not: { required: ['b'] } } },
  { if: { required: ['a'] }, else: { required: ['b'] } },
  { properties: { a: { minLength: 5, maxLength: 5 }, b: { pattern: '^im[a-z]+$' } } },
  { properties: { a: { multipleOf: 2 }, b: { type: ['integer', 'null'] } } },
  { properties: { a: { required: ['x'] }, b: { type: 'object', properties: { y: { minLength: 2, maxLength: 2 } } } } },
  {
    required: ['a'],
    properties: { a: { properties: { list: { contains: { properties: { y: { const: 'frame' } } } } } } },
  },
  { properties: { a: { items: { minLength: 2 } }, b: { type: 'array', contains: { const: 'y' } } } },
  { properties: { a: { dependentRequired: { x: ['y'] } }, b: { anyOf: [{ const: 4 }, { maxLength: 5 }] } } },
  { properties: { a: { if: { type: 'string' }, then: { const: 'frame' }, else: { type: 'object' } } } },
]

describe('a rule as JavaScript means what it means as JSON Schema', () => {
  test.each(schemas.map((schema) => [JSON.stringify(schema), schema] as const))('%s', (_, schema) => {
    const stock = ajv.compile(schema)
    const satisfied = compile(schema)
    const disagreements: string[] = []
    const verdicts = new Set<boolean>()
    for (const a of values)
      for (const b of values)
        for (const c of values) {
          const body = Object.fromEntries(
            Object.entries({ a, b, c }).filter(([, value]) => value !== undefined),
          ) as Record<string, JsonValue>
          const verdict = stock(body)
          if (satisfied(body) !== verdict) disagreements.push(JSON.stringify(body))
          verdicts.add(verdict)
        }
    expect(disagreements).toEqual([])
    expect(verdicts.size).toBe(2)
  })
})

test.each<[string, JsonSchema]>([
  ['a keyword it does not know', { minProperties: 1 }],
  ['a comparison with an object', { properties: { a: { const: {} } } }],
])('%s is rejected', (_, schema) => {
  expect(() => condition(schema, new Name('body'), (name) => new Name(name))).toThrow(UnsupportedKeywordError)
})

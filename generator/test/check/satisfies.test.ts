import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { satisfies } from '../../check/satisfies.js'

const ajv = new Ajv({ strict: false })

const schemas: JsonSchema[] = [
  { type: 'integer', minimum: 4, maximum: 15 },
  { type: 'integer', enum: [15] },
  { type: 'string', enum: ['480p', '720p'] },
  { type: 'string', minLength: 1, maxLength: 3 },
  { type: 'boolean' },
  { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', pattern: '^https?://[^ ]+$' } },
  { required: ['a'], properties: { a: { type: 'array', minItems: 1 }, b: { type: 'array', maxItems: 0 } } },
  { not: { required: ['a'], properties: { a: { type: 'array', minItems: 1 }, b: { const: 'x' } } } },
  { if: { not: { properties: { a: { maxItems: 0 } } } }, then: { properties: { b: { maxItems: 0 } } } },
  { dependentRequired: { a: ['b'] } },
  { if: { required: ['a'] }, then: { required: ['b'], properties: { b: { minItems: 1 } } } },
]
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>('720p', '480p', 'x', '', '船船船船', 'https://a.b/c', 15, 4, 3, 16, 5.5, true, null, {}),
  fc.array(fc.constantFrom<JsonValue>('https://a.b/c', 'no', 1), { maxLength: 3 }),
)
const document: fc.Arbitrary<JsonValue> = fc.oneof(value, fc.record({ a: value, b: value }, { requiredKeys: [] }))

describe('the small evaluator answers as ajv does', () => {
  test.each(schemas.map((schema) => [JSON.stringify(schema), schema] as const))('%s', (_, schema) => {
    const oracle = ajv.compile({
      ...schema,
      ...(schema.dependentRequired === undefined ? {} : { dependencies: schema.dependentRequired }),
    })
    fc.assert(
      fc.property(document, (body) => {
        expect(satisfies(schema, body)).toBe(oracle(body))
      }),
      { numRuns: 500 },
    )
  })
})

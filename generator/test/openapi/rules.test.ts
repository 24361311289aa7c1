import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonSchema } from '../../catalogue.js'
import { flattenRules, negatedRules } from '../../emit/openapi/rules.js'

const ajv = new Ajv2020({ strict: false })
const names = ['a', 'b', 'c'] as const

const condition: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom(...names).map((name): JsonSchema => ({ required: [name] })),
  fc.constantFrom(...names).map((name): JsonSchema => ({ properties: { [name]: { maxItems: 0 } } })),
  fc.constantFrom(...names).map((name): JsonSchema => ({ not: { required: [name] } })),
)
const rule: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.tuple(condition, condition).map(([test, then]): JsonSchema => ({ if: test, then })),
  condition.map((not): JsonSchema => ({ not })),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...names))
    .map(([name, other]): JsonSchema => ({ dependentRequired: { [name]: [other] } })),
)
/** Every body that the conditions can tell apart. */
const lists = [undefined, [], ['x'], ['x', 'x']]
const bodies = lists.flatMap((a) =>
  lists.flatMap((b) =>
    [undefined, true].map((c) => ({ ...(a && { a }), ...(b && { b }), ...(c === undefined ? {} : { c }) })),
  ),
)
/** Compiling the schemas of a round takes the time. */
const numRuns = process.env.MODEL_TASKS_LONG === '1' ? 1000 : 60

describe('rules on one level', () => {
  test('accept exactly what all rules accept', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), (rules) => {
        const together = ajv.compile({ allOf: rules })
        const flat = ajv.compile({ ...flattenRules(rules) })
        const negated = ajv.compile({ not: negatedRules(rules) ?? { not: {} } })
        for (const each of bodies) {
          expect(flat(each)).toBe(together(each))
          expect(negated(each)).toBe(together(each))
        }
      }),
      { numRuns },
    )
  })

  test('keep the first if and then readable and put no keyword beside them that generators merge', () => {
    const first: JsonSchema = { if: { required: ['a'] }, then: { required: ['b'] } }
    const flat = flattenRules([
      first,
      { not: { required: ['c'] } },
      { if: { required: ['b'] }, then: { required: ['c'] } },
    ])
    expect(flat).toMatchObject(first)
    expect(Object.keys(flat).sort()).toEqual(['if', 'not', 'then'])
    expect(negatedRules([{ not: { patternProperties: {} } }])).toBeUndefined()
  })
})

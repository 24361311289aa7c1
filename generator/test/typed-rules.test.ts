import { expect, test } from 'vitest'
import { withTypes } from '../typed-rules.js'

const form = (kind: string, more = {}): object => ({
  type: 'object',
  properties: { kind: { type: 'string', const: kind }, ...more },
})
const condition = { properties: { source: { required: ['kind', 'seconds'], properties: { seconds: { minimum: 3 } } } } }

test('a condition inside an object of several forms states the types of all of them', () => {
  const forms = [form('clip', { seconds: { type: 'integer' } }), form('words')]
  const whole = (oneOf: unknown[]): never => ({ type: 'object', properties: { source: { oneOf } } }) as never
  const properties = { seconds: { type: 'integer', minimum: 3 }, kind: {} }
  expect(withTypes(condition, whole(forms))).toMatchObject({ properties: { source: { type: 'object', properties } } })
  expect(withTypes(condition, whole([...forms, { type: 'null' }]))).toMatchObject({
    properties: { source: { type: ['object', 'null'], properties } },
  })
})

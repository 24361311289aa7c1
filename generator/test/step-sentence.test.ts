import { expect, test } from 'vitest'
import type { NumberParameter } from '../catalogue.js'
import { parameterSchema } from '../schema.js'

const base = {
  name: 'weight',
  required: false,
  description: 'Weight.',
  source: { section: 'made up' },
  phrase: { en: 'a number', zh: '数字' },
  notes: [],
}
const number = (multipleOf?: number): NumberParameter => ({
  kind: 'number',
  ...base,
  ...(multipleOf === undefined ? {} : { multipleOf }),
})

test('a step that the schema leaves out stands in the description, and no other does', () => {
  expect(parameterSchema(number(0.05))).toEqual({ type: 'number', description: 'Weight. A multiple of 0.05.' })
  expect(parameterSchema(number(0.25))).toEqual({ type: 'number', multipleOf: 0.25, description: 'Weight.' })
  expect(parameterSchema(number())).toEqual({ type: 'number', description: 'Weight.' })
})

test('the step of what lies in a list or a map is that of each', () => {
  expect(parameterSchema({ kind: 'list', ...base, items: number(0.1) }).description).toBe(
    'Weight. Each a multiple of 0.1.',
  )
  expect(parameterSchema({ kind: 'map', ...base, values: number(0.1) }).description).toBe(
    'Weight. Each a multiple of 0.1.',
  )
})

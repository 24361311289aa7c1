import type { Parameter } from '@model-tasks/spec/catalogue'
import { expect, test } from 'vitest'
import { parameterValues } from '../src/completion/candidates.js'

test('a shell shows of each value whether it is the default, its name for people, and what to use instead', () => {
  const source = { section: 'studio' }
  const style: Parameter = {
    kind: 'enum',
    name: 'style',
    required: false,
    description: '',
    phrase: { en: 'film, old or plain', zh: '' },
    notes: [],
    source,
    type: 'string',
    values: ['film', 'old', 'plain'],
    default: 'film',
    options: [
      { value: 'film', label: { en: 'Film' } },
      { value: 'old', deprecated: { since: '2026-10-01', replacedBy: 'film', source } },
    ],
  }
  expect(parameterValues(style)).toEqual([
    { word: 'film', description: 'the default, Film' },
    { word: 'old', description: 'deprecated: use film' },
    { word: 'plain', description: '' },
  ])
})

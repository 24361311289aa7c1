import { expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue.js'
import { proveDiff } from '../../diff/index.js'
import { loadChecks } from '../../dist/load/checks.js'
import { edited } from './catalogue.js'
import { every, source } from './edits.js'

const parts = { checks: await loadChecks(), today: '2026-07-01' }
const point = {
  type: 'object',
  required: ['x', 'at'],
  properties: { x: { type: 'number' }, at: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 } },
  additionalProperties: false,
}
const line = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }
const list = (values: string[], date: string) => ({
  type: 'string',
  'x-value-list': { name: 'voices', date, values, 'x-source': source },
})
const file = (form: string) => ({
  $ref: `../media.schema.json#/$defs/${form}`,
  'x-media': { type: 'image', limits: [] },
})

/** Forms of a parameter: every kind, and what limits each. */
const forms: Record<string, object> = {
  'any integer': { type: 'integer' },
  'an integer of a few': { type: 'integer', minimum: 1, maximum: 3 },
  'an even integer': { type: 'integer', multipleOf: 2 },
  'any number': { type: 'number' },
  'a number below 1': { type: 'number', minimum: 0, exclusiveMaximum: 1 },
  'a number in small steps': { type: 'number', multipleOf: 0.25 },
  'a flag': { type: 'boolean' },
  'any text': { type: 'string' },
  'a text of 1 to 40': { type: 'string', minLength: 1, maxLength: 40 },
  'a text of 30 at least': { type: 'string', minLength: 30 },
  'a colour': { type: 'string', pattern: '^#[0-9a-f]{6}$', examples: ['#00ff7f'] },
  'a date': { type: 'string', format: 'date' },
  digits: { type: 'string', format: 'uint64' },
  'a growing list': list(['anna', 'ben'], '2026-11-20'),
  'two words': { type: 'string', enum: ['slow', 'fast'] },
  'two numbers': { type: 'integer', enum: [2, 4] },
  'a mixture': { type: ['integer', 'string'], enum: [5, 'auto'] },
  'a word or null': { type: ['string', 'null'], enum: ['slow', null] },
  'a text or null': { type: ['string', 'null'] },
  'a file': file('url'),
  'a file or an asset': file('urlOrAsset'),
  files: {
    type: 'array',
    items: { $ref: '../media.schema.json#/$defs/url' },
    'x-media': { type: 'image', limits: [] },
    maxItems: 2,
  },
  'a list of texts': { type: 'array', items: { type: 'string' } },
  'a list of up to 3 texts': {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 8 },
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
  },
  'a list of up to 2 objects': { type: 'array', items: point, maxItems: 2 },
  'a list of up to 4 objects': { type: 'array', items: point, maxItems: 4 },
  'a list of at least 4 objects': { type: 'array', items: point, minItems: 4 },
  'a list of up to 2 lists': { type: 'array', items: line, maxItems: 2 },
  'a list of 4 to 6 lists': { type: 'array', items: line, minItems: 4, maxItems: 6 },
  'an object': point,
  'an object with a list': {
    type: 'object',
    properties: { path: { type: 'array', items: point, maxItems: 5 } },
    additionalProperties: false,
  },
  'an object with a longer list': {
    type: 'object',
    properties: { path: { type: 'array', items: point, maxItems: 9 } },
    additionalProperties: false,
  },
  'a map of numbers': { type: 'object', additionalProperties: { type: 'number' }, maxProperties: 3 },
  'a map of more numbers': { type: 'object', additionalProperties: { type: 'number' }, maxProperties: 9 },
  'a map of objects': {
    type: 'object',
    additionalProperties: point,
    propertyNames: { pattern: '^[a-z]{2,5}$', examples: ['sky', 'sea'] },
    maxProperties: 4,
  },
  'forms of an object': {
    oneOf: [
      {
        type: 'object',
        required: ['by'],
        properties: { by: { const: 'name' }, name: { type: 'string' } },
        additionalProperties: false,
      },
      {
        type: 'object',
        required: ['by', 'size'],
        properties: { by: { const: 'size' }, size: { type: 'integer', minimum: 1 } },
        additionalProperties: false,
      },
    ],
  },
}

/** A model with this parameter. */
function withParameter(form: object): Catalogue {
  return edited(every, (model) => {
    const { model: id, prompt } = model.properties as unknown as Record<string, object>
    const probe = { ...form, description: 'The one.', 'x-source': source }
    Object.assign(model, {
      properties: { model: id, prompt, probe },
      allOf: [],
      'x-advice': [],
      required: ['model', 'prompt'],
    })
  })
}

const catalogues = Object.entries(forms).map(([name, form]) => [name, withParameter(form)] as const)

/** Forms that accept all that another does. Programs read another type, and no request shows it. */
const wider: Record<string, string[]> = {
  'any integer': ['any number', 'a number in small steps'],
  'an integer of a few': ['any number', 'a number in small steps'],
  'an even integer': ['any number', 'a number in small steps'],
  'two numbers': ['any integer', 'an even integer', 'any number', 'a number in small steps'],
  'two words': ['any text', 'a text of 1 to 40', 'a growing list', 'a text or null'],
  'a word or null': ['any text', 'a text of 1 to 40', 'a growing list', 'a text or null'],
  'a file': ['any text', 'a growing list', 'a text or null'],
  'a file or an asset': ['any text', 'a growing list', 'a text or null'],
  files: ['a list of texts'],
}

test.each(catalogues)('every verdict on a change from %s is shown by a request', (from, before) => {
  const unproven = catalogues.flatMap(([to, after]) => {
    const events = from === to ? [] : proveDiff(before, after, parts)
    // What a value is of another type of breaks every limit as well.
    const typed = events.flatMap(({ rule, subject, witness }) =>
      rule === 'changed-type' && witness !== undefined ? [subject] : [],
    )
    return events
      .filter(({ rule, subject, step, witness }) => {
        if (/^(rejected|accepted)-/.test(rule)) return true
        if (step === 'patch' || witness !== undefined || typed.some((inside) => inside.startsWith(subject)))
          return false
        return rule !== 'changed-type' || wider[from]?.includes(to) !== true
      })
      .map(({ subject, rule, message }) => `${to}: ${subject} ${rule} ${message}`)
  })
  expect(unproven).toEqual([])
})

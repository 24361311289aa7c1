import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../catalogue.js'
import { checkSpec } from '../../check/index.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { isObject } from '../../load/json-object.js'

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const files = new Map([
  ...[...(await loadSpec(folder('../../../spec'))).files].filter(([path]) => path.startsWith('meta/')),
  ...(await loadSpec(folder('../check/fixtures/base/spec'))).files,
])
const path = 'models/small-1.schema.json'
const base = files.get(path)?.value

interface Case {
  parameters: { [name: string]: JsonSchema }
  required?: string[]
  rules?: { condition: JsonSchema; valid: JsonSchema[]; invalid: JsonSchema[] }[]
  price: JsonSchema
}

/** What the generator says of a model with a prompt, these parameters and this price. */
function diagnosed({ parameters, required = [], rules = [], price }: Case): string[] {
  if (!isObject(base) || !isObject(base['properties'])) throw new Error(`${path} is not there`)
  const source = { 'x-source': { section: 'small-1' } }
  const { allOf: _, 'x-price': __, 'x-advice': ___, ...model } = base
  const { model: id, prompt } = base['properties']
  const own = Object.entries(parameters).map(([name, schema]): [string, JsonSchema] => [
    name,
    { description: 'A parameter.', ...source, ...schema },
  ])
  const allOf = rules.map(({ condition, valid, invalid }, index) => ({
    'x-rule': {
      id: `rule-${index + 1}`,
      severity: 'error',
      message: { en: 'must be as the rule of the test says', zh: '须符合测试规则' },
      parameters: Object.keys(parameters).filter((name) => JSON.stringify(condition).includes(`"${name}"`)),
      ...source,
      examples: { valid, invalid },
    },
    ...condition,
  }))
  const text = JSON.stringify({
    ...model,
    required: ['model', 'prompt', ...required],
    properties: { model: id, prompt, ...Object.fromEntries(own) },
    ...(allOf.length > 0 ? { allOf } : {}),
    'x-price': [{ ...price, ...source }],
  })
  const others = ['S042', 'S060', 'S064', 'S071']
  return checkSpec({ directory: 'spec', files: new Map(files).set(path, parseSpecFile(path, text)) })
    .filter(({ code }) => !others.includes(code))
    .map(({ code, message }) => `${code} ${message.replace(/"model":"small-1","prompt":"[^"]*"/, '…')}`)
}

const seconds = (more: JsonSchema = {}): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  maximum: 10,
  'x-unit': 's',
  'x-quantity': 'seconds',
  ...more,
})
const images: JsonSchema = { $ref: '../parameters.schema.json#/$defs/image', minItems: 0, maxItems: 9 }
const perSecond = { lines: [{ credits: 1, per: 'seconds' }] }

/** A request that its model accepts, and that a price which looks whole does not price. */
const unpriced: [about: string, request: string, given: Case][] = [
  ['an optional parameter without a default', '{…}', { parameters: { duration: seconds() }, price: perSecond }],
  [
    'one that a rule lets another take the place of',
    '{…,"images":[]}',
    {
      parameters: { duration: seconds(), images },
      rules: [
        {
          condition: { oneOf: [{ required: ['duration'] }, { required: ['images'] }] },
          valid: [{ duration: 5 }],
          invalid: [{}],
        },
      ],
      price: perSecond,
    },
  ],
  [
    'null for a length that has no default',
    '{…,"duration":null}',
    { parameters: { duration: seconds({ type: ['integer', 'null'] }) }, required: ['duration'], price: perSecond },
  ],
  [
    'a word among lengths',
    '{…,"duration":"auto"}',
    {
      parameters: {
        duration: { type: ['integer', 'string'], enum: [5, 'auto'], 'x-unit': 's', 'x-quantity': 'seconds' },
      },
      required: ['duration'],
      price: perSecond,
    },
  ],
  [
    'more than the highest bound of a condition',
    '{…,"duration":9}',
    {
      parameters: { duration: seconds() },
      required: ['duration'],
      price: { lines: [{ credits: 1, per: 'seconds', when: { duration: { max: 8 } } }] },
    },
  ],
  [
    'a count between two conditions',
    '{…,"images":["https://example.com/images-1","https://example.com/images-2","https://example.com/images-3","https://example.com/images-4"]}',
    {
      parameters: { images },
      price: {
        lines: [
          { credits: 1, when: { images: { max: 3 } } },
          { credits: 2, when: { images: { min: 5 } } },
        ],
      },
    },
  ],
  [
    'a length of 0',
    '{…,"duration":0}',
    { parameters: { duration: seconds({ minimum: 0 }) }, required: ['duration'], price: perSecond },
  ],
  [
    'frames at a rate of 0',
    '{…,"num_frames":1,"fps":0}',
    {
      parameters: {
        num_frames: { type: 'integer', minimum: 1, maximum: 100 },
        fps: { type: 'integer', minimum: 0, maximum: 60 },
      },
      required: ['num_frames', 'fps'],
      price: perSecond,
    },
  ],
  [
    'a size that is a word',
    '{…,"size":"auto"}',
    {
      parameters: {
        size: { type: 'string', enum: ['1024x1024', 'auto'], 'x-quantity': 'size' },
      },
      required: ['size'],
      price: { lines: [{ credits: 0.000001, per: 'pixels' }] },
    },
  ],
  [
    'a value of a member of an object that may be left out',
    '{…,"upscale":{"factor":4}}',
    {
      parameters: {
        upscale: {
          type: 'object',
          required: ['factor'],
          properties: { factor: { type: 'integer', enum: [2, 4], description: 'How much.' } },
          additionalProperties: false,
        },
      },
      price: {
        lines: [{ credits: 1 }, { credits: { 'upscale.factor': { 2: 1 } }, when: { 'upscale.factor': [2, 4] } }],
      },
    },
  ],
  [
    'an item of a list without its length',
    '{…,"shots":[{}]}',
    {
      parameters: {
        shots: {
          type: 'array',
          minItems: 1,
          maxItems: 3,
          items: {
            type: 'object',
            properties: { duration: seconds({ description: 'Length.' }) },
            additionalProperties: false,
          },
        },
      },
      required: ['shots'],
      price: perSecond,
    },
  ],
  [
    'a list that may be empty',
    '{…,"shots":[]}',
    {
      parameters: {
        shots: {
          type: 'array',
          minItems: 0,
          maxItems: 3,
          items: {
            type: 'object',
            required: ['duration'],
            properties: { duration: seconds({ description: 'Length.' }) },
            additionalProperties: false,
          },
        },
      },
      required: ['shots'],
      price: perSecond,
    },
  ],
  [
    'a tier whose own lines know less',
    '{…,"duration":6,"mode":"fast"}',
    {
      parameters: { duration: seconds(), mode: { type: 'string', enum: ['fast', 'fine'] } },
      required: ['duration', 'mode'],
      price: {
        lines: [{ credits: 1, per: 'seconds' }],
        tiers: [{ when: { mode: 'fast' }, lines: [{ credits: 1, when: { duration: { max: 5 } } }] }],
      },
    },
  ],
]

test.each(unpriced)('generation fails for %s, and shows %s', (_, request, given) => {
  const [message = 'nothing', ...others] = diagnosed(given)
  expect(message).toMatch(/^S067 a valid request cannot be priced, /)
  expect(message.slice(message.indexOf('{'))).toBe(request)
  expect(others).toEqual([])
})

/** Prices that say enough of every request that the rules accept. */
const priced: [about: string, given: Case][] = [
  ['what no request can leave out', { parameters: { duration: seconds() }, required: ['duration'], price: perSecond }],
  [
    'a value that a rule keeps from standing there',
    {
      parameters: {
        mode: { type: 'string', enum: ['fast', 'fine'] },
        resolution: { type: 'string', enum: ['720p', '1080p'] },
      },
      required: ['mode', 'resolution'],
      rules: [
        {
          condition: {
            not: {
              required: ['mode', 'resolution'],
              properties: { mode: { const: 'fast' }, resolution: { const: '1080p' } },
            },
          },
          valid: [{ mode: 'fast', resolution: '720p' }],
          invalid: [{ mode: 'fast', resolution: '1080p' }],
        },
      ],
      price: {
        lines: [
          {
            credits: { mode: { fast: { resolution: { '720p': 1 } }, fine: { resolution: { '720p': 2, '1080p': 4 } } } },
          },
        ],
      },
    },
  ],
  [
    'what null stands for',
    { parameters: { duration: seconds({ type: ['integer', 'null'], default: 5 }) }, price: perSecond },
  ],
  [
    'the rate of what null stands for',
    {
      parameters: { mode: { type: ['string', 'null'], enum: ['fast', 'fine', null], default: 'fast' } },
      price: { lines: [{ credits: { mode: { fast: 1, fine: 2 } } }] },
    },
  ],
  [
    'one length or the other',
    {
      parameters: { duration: seconds(), num_frames: { type: 'integer', minimum: 1, maximum: 240 } },
      rules: [
        {
          condition: { oneOf: [{ required: ['duration'] }, { required: ['num_frames'] }] },
          valid: [{ duration: 5 }, { num_frames: 24 }],
          invalid: [{}],
        },
      ],
      price: {
        lines: [
          { credits: 1, per: { of: 'seconds', otherwise: 0 } },
          { credits: 0.04, per: { of: 'frames', otherwise: 0 } },
        ],
      },
    },
  ],
  [
    'more combinations than can be tried one by one',
    {
      parameters: Object.fromEntries(
        Array.from({ length: 8 }, (_, index) => [
          `option_${index + 1}`,
          { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], default: 'a' },
        ]),
      ),
      price: {
        lines: Array.from({ length: 8 }, (_, index) => ({ credits: { [`option_${index + 1}`]: { a: 1, '*': 2 } } })),
      },
    },
  ],
]

test('a price cannot name a parameter with a dot, which leads to a member', () => {
  const dotted = { 'guidance.scale': { type: 'integer', enum: [1, 2] } }
  const price = { lines: [{ credits: { 'guidance.scale': { '*': 1 } } }] }
  expect(diagnosed({ parameters: dotted, price })).toEqual([expect.stringContaining('guidance.scale')])
  const counted = { 'output.length': seconds({ default: 5 }) }
  expect(diagnosed({ parameters: counted, price: perSecond })).toEqual([])
})

test.each(priced)('a price is whole that knows %s', (_, given) => {
  expect(diagnosed(given)).toEqual([])
})

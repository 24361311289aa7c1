import type { JsonSchema } from '../../../catalogue.js'
import { exampleParameters } from './example-parameters.js'
import { exampleRules } from './example-rules.js'

/** Models that write every keyword at least once: the reference of keywords takes its examples from them. */
export const exampleModels: readonly (JsonSchema & { title: string })[] = [
  {
    $schema: '../meta/model.schema.json',
    $comment: 'A model with every keyword.',
    title: 'studio-2',
    description: 'Video from a prompt and references.',
    'x-kind': 'video',
    'x-display-name': { unknown: 'not shown' },
    'x-listed': false,
    'x-reference': true,
    'x-availability': { status: 'available', inferred: true },
    'x-asset-library': { unknown: 'not shown' },
    'x-response-extras': ['upstream_url'],
    'x-renamed-from': ['studio-1'],
    'x-deprecated': {
      since: '2026-10-01',
      until: '2027-06-01',
      replacedBy: 'beta-5.0',
      'x-source': { section: 'studio-2' },
    },
    'x-notes': [{ text: 'The interface names it beside studio-1.', 'x-source': { section: 'studio-2' } }],
    'x-source': { section: 'studio-2' },
    type: 'object',
    required: ['model', 'prompt'],
    additionalProperties: false,
    'x-advice': [
      {
        'x-rule': {
          id: 'long-and-large',
          severity: 'advice',
          message: { en: 'long results look better at a small scale', zh: '较长的结果宜用较小的 scale' },
          parameters: ['duration', 'scale'],
          'x-source': { section: 'studio-2' },
          examples: { valid: [{ duration: 15, scale: 1 }], invalid: [{ duration: 15, scale: 5 }] },
        },
        not: { required: ['duration', 'scale'], properties: { duration: { minimum: 12 }, scale: { minimum: 4 } } },
      },
    ],
    'x-price': [
      {
        lines: [
          { credits: { style: { film: 0.3, '*': 0.12 } }, per: ['seconds'] },
          { credits: 0.01, per: { of: 'images', beyond: 1 }, when: { loop: true } },
        ],
        tiers: [{ when: { duration: { min: 12 } }, lines: [{ credits: 0.1, per: 'seconds' }] }],
        'x-source': { section: 'studio-2', item: 'price' },
      },
      {
        from: '2027-01-01',
        lines: [{ credits: 0.2, per: 'seconds' }],
        'x-source': { section: 'studio-2', item: 'price' },
      },
    ],
    properties: exampleParameters,
    allOf: exampleRules,
  },
  {
    $schema: '../meta/model.schema.json',
    title: 'studio-3',
    description: 'Video from a prompt.',
    'x-kind': 'video',
    'x-display-name': 'Studio 3',
    'x-listed': false,
    'x-reference': true,
    'x-availability': { status: 'unavailable', reason: 'model_offline', 'x-source': { section: 'studio-3' } },
    'x-asset-library': false,
    'x-response-extras': [],
    'x-source': { section: 'studio-3' },
    type: 'object',
    required: ['model', 'mask'],
    properties: {
      model: { const: 'studio-3' },
      mask: {
        $comment: 'Keywords that come with a definition of media.schema.json otherwise.',
        type: 'string',
        pattern: '^https://[a-z.]+/[a-z]+[.]png$',
        'x-accepts': ['url'],
        'x-media': { type: 'mask', limits: [], contradicted: ['data'] },
        description: 'What to keep.',
        'x-source': { section: 'studio-3', item: 'mask' },
      },
    },
    additionalProperties: false,
  },
]

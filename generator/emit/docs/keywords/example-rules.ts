import type { JsonSchema } from '../../../catalogue.js'

/** Rules over those parameters, with every keyword of conditions. */
export const exampleRules: JsonSchema[] = [
  {
    'x-rule': {
      id: 'loop-length',
      severity: 'error',
      message: { en: 'a loop is at most 10 s long', zh: '循环最长 10 秒' },
      parameters: ['loop', 'duration'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [
          { loop: true, duration: 5 },
          { loop: false, duration: 15 },
        ],
        invalid: [{ loop: true, duration: 15 }],
      },
    },
    if: { required: ['loop'], properties: { loop: { const: true } } },
    then: { properties: { duration: { maximum: 10 } } },
    else: { properties: { duration: { minimum: 4 } } },
  },
  {
    'x-rule': {
      id: 'frame-or-images',
      severity: 'error',
      message: { en: 'send a first frame or references, and not both', zh: '首帧与参考图只能用其一' },
      parameters: ['first_image', 'images'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ first_image: 'https://example.com/a.png' }],
        invalid: [{ first_image: 'https://example.com/a.png', images: ['https://example.com/a.png'] }],
      },
    },
    not: { required: ['first_image', 'images'], properties: { images: { type: 'array', minItems: 1 } } },
  },
  {
    'x-rule': {
      id: 'target-needs-style',
      severity: 'error',
      message: { en: 'a target needs a style', zh: '指定 target 时需要 style' },
      parameters: ['camera', 'style'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ camera: { angle: 1 } }, { camera: { angle: 1, target: 'moon' }, style: 'film' }],
        invalid: [{ camera: { angle: 1, target: 'moon' } }],
      },
    },
    if: {
      required: ['camera'],
      properties: { camera: { required: ['target'], properties: { target: { type: 'string', minLength: 1 } } } },
    },
    then: { required: ['style'] },
  },
  {
    'x-rule': {
      id: 'colour-needs-size',
      severity: 'error',
      message: { en: 'a colour needs a size', zh: '指定 colour 时需要 size' },
      parameters: ['colour', 'size'],
      'x-source': { section: 'studio-2' },
      examples: { valid: [{ colour: '#000000', size: 'large' }], invalid: [{ colour: '#000000' }] },
    },
    dependentRequired: { colour: ['size'] },
  },
  {
    'x-rule': {
      id: 'tags-in-order',
      severity: 'error',
      message: { en: 'labels are short words, main among them', zh: '标签须为简短的单词，并包含 main' },
      parameters: ['tags'],
      'x-source': { section: 'studio-2' },
      examples: { valid: [{ tags: ['main', 'b'] }], invalid: [{ tags: ['b'] }, { tags: ['main', 'verylongtag'] }] },
    },
    if: { required: ['tags'], properties: { tags: { minItems: 1 } } },
    then: {
      properties: { tags: { contains: { const: 'main' }, items: { maxLength: 8, pattern: '^[a-z]+$' }, maxItems: 6 } },
    },
  },
  {
    'x-rule': {
      id: 'all-cuts',
      severity: 'error',
      message: { en: 'a fade needs a label', zh: '淡出需要 label' },
      parameters: ['cuts'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ cuts: [{ start: 0, end: 1, label: 'a' }] }],
        invalid: [{ cuts: [{ start: 0, end: 1, fade: true }] }],
      },
    },
    allOf: [
      { properties: { cuts: { items: { dependentRequired: { fade: ['label'] } } } } },
      {
        not: {
          required: ['cuts'],
          properties: { cuts: { type: 'array', contains: { required: ['fade'], not: { required: ['label'] } } } },
        },
      },
    ],
  },
  {
    'x-rule': {
      id: 'zoom-steps',
      severity: 'error',
      message: { en: 'the zoom is 1, or a multiple of 2 below 8', zh: 'zoom 须为 1，或小于 8 的 2 的倍数' },
      parameters: ['camera'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ camera: { angle: 0, zoom: 2 } }, { camera: { angle: 0, zoom: 1 } }],
        invalid: [{ camera: { angle: 0, zoom: 3 } }],
      },
    },
    anyOf: [
      {
        properties: {
          camera: {
            properties: {
              zoom: {
                anyOf: [
                  { enum: [1] },
                  { allOf: [{ multipleOf: 2 }, { exclusiveMinimum: 1 }, { exclusiveMaximum: 8 }] },
                ],
              },
            },
          },
        },
      },
      { not: { required: ['camera'] } },
    ],
  },
  {
    'x-rule': {
      id: 'scale-or-guidance',
      severity: 'error',
      message: { en: 'send scale or guidance, and not both', zh: 'scale 与 guidance 只能用其一' },
      parameters: ['scale', 'guidance'],
      'x-source': { section: 'studio-2' },
      examples: { valid: [{ scale: 2 }, { guidance: 0.5 }], invalid: [{ scale: 2, guidance: 0.5 }] },
    },
    oneOf: [{ not: { required: ['scale'] } }, { required: ['scale'], not: { required: ['guidance'] } }],
  },
  {
    'x-rule': {
      id: 'labels-of-cuts',
      severity: 'error',
      message: { en: 'a label has a letter', zh: 'label 至少一个字符' },
      parameters: ['cuts', 'tags', 'start_on'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ cuts: [{ start: 0, end: 1, label: 'a' }] }, { cuts: [{ start: 0, end: 1 }] }],
        invalid: [{ cuts: [{ start: 0, end: 1, label: '' }] }],
      },
    },
    if: {
      anyOf: [{ required: ['cuts'] }, { dependentRequired: { cuts: ['tags'] } }],
      allOf: [{ required: ['cuts'] }],
      oneOf: [{ required: ['cuts'] }, { required: ['start_on'] }],
    },
    then: {
      properties: {
        cuts: {
          items: {
            properties: {
              label: {
                if: { type: 'string' },
                then: { minLength: 1 },
                else: { oneOf: [{ const: 'a' }, { enum: ['b'] }] },
              },
            },
          },
        },
      },
    },
  },
  {
    'x-rule': {
      id: 'cuts-length',
      severity: 'error',
      parameters: ['cuts', 'duration'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ cuts: [{ start: 0, end: 4 }], duration: 5 }],
        invalid: [{ cuts: [{ start: 0, end: 9 }], duration: 5 }],
      },
    },
    'x-sum': { of: ['/cuts/*/end'], maximum: '/duration' },
  },
  {
    'x-rule': {
      id: 'enough-closeness',
      severity: 'error',
      parameters: ['scale', 'camera'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ scale: 2, camera: { angle: 0, zoom: 2 } }],
        invalid: [{ scale: 0.1, camera: { angle: 0, zoom: 2 } }],
      },
    },
    'x-product': { of: ['/scale', '/camera/zoom'], minimum: 1 },
  },
  {
    'x-rule': {
      id: 'references-in-all',
      severity: 'error',
      parameters: ['images', 'tags'],
      'x-source': { section: 'studio-2' },
      examples: {
        valid: [{ images: ['https://example.com/a.png'] }],
        invalid: [
          {
            images: ['https://example.com/a.png', 'https://example.com/a.png', 'https://example.com/a.png'],
            tags: ['main', 'a', 'b'],
          },
        ],
      },
    },
    'x-count': { of: ['/images', '/tags'], maximum: 5 },
  },
  {
    'x-rule': {
      id: 'cuts-in-order',
      severity: 'error',
      parameters: ['cuts'],
      'x-source': { section: 'studio-2' },
      examples: { valid: [{ cuts: [{ start: 0, end: 1 }] }], invalid: [{ cuts: [{ start: 1, end: 0.5 }] }] },
    },
    'x-order': { of: ['/cuts/*/start', '/cuts/*/end'], orEqual: true },
  },
]

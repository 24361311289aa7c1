import type { JsonValue, MediaParameter, Parameter, PromptParameter, Severity } from '../../catalogue.js'
import { exampleUrl } from '../../example.js'

/** A value for one parameter and what its own limits say of it; prompt limits and cross-field rules are added from the whole body. */
export interface Case {
  /** What the value is about, such as `maximum-over`. */
  about: string
  /** Undefined leaves the parameter out. */
  value: JsonValue | undefined
  /** Findings on the parameter itself; `path` is below the parameter. */
  findings: { rule: string; path?: string; severity?: Severity }[]
  /** Other parameters the case needs. */
  beside?: Record<string, JsonValue>
}

/**
 * Cases at, one under and one over each limit of a parameter, and the ways to get it wrong. What a media reference may
 * be is gone through for one parameter of a kind; where one of `earlier` has the same pattern, a sample of each sort does.
 */
export function casesOf(parameter: Parameter, earlier: readonly Parameter[]): Case[] {
  const absent: Case = {
    about: 'missing',
    value: undefined,
    findings: parameter.required ? [{ rule: 'required' }] : [],
  }
  return [absent, { about: 'null', value: null, findings: [{ rule: 'null' }] }, ...valueCases(parameter, earlier)]
}

function valueCases(parameter: Parameter, earlier: readonly Parameter[]): Case[] {
  switch (parameter.kind) {
    case 'prompt':
      return [...wrongTypes([7, true, ['a'], { text: 'a' }]), ...promptCases(parameter)]
    case 'string':
      return [...wrongTypes([7, true, ['a']]), fine('any-text', 'anything'), fine('empty', '')]
    case 'boolean':
      return [...wrongTypes(['true', 1, 0, []]), fine('true', true), fine('false', false)]
    case 'array':
      return [...wrongTypes(['text', 1, { length: 1 }]), fine('empty', []), fine('items', [{ type: 'any' }, 'text', 1])]
    case 'enum':
      return [
        ...wrongTypes(parameter.type === 'string' ? [7, true, [parameter.values[0] ?? '']] : ['5', 5.5, true]),
        ...enumCases(parameter.values),
      ]
    case 'integer':
      return [...wrongTypes(['5', true, [5], 5.5]), ...integerCases(parameter.minimum, parameter.maximum)]
    case 'media':
      return [
        ...wrongTypes(['https://example.com/one.png', 7, { 0: 'https://example.com/one.png' }]),
        ...countCases(parameter),
        ...referenceCases(
          parameter,
          earlier.some((other) => other.kind === 'media' && other.pattern === parameter.pattern),
        ),
      ]
  }
}

function fine(about: string, value: JsonValue): Case {
  return { about, value, findings: [] }
}

function wrongTypes(values: JsonValue[]): Case[] {
  return values.map((value) => ({
    about: `type-${Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value}`,
    value,
    findings: [{ rule: 'type' }],
  }))
}

function promptCases({ minLength, maxLength, limits, tokens }: PromptParameter): Case[] {
  const atMinimum = [
    fine('min-length-at', 'a'.repeat(minLength)),
    fine('min-length-astral', '😀'.repeat(minLength)),
    fine('space', ' '.repeat(minLength)),
  ]
  const under: Case = {
    about: 'min-length-under',
    value: 'a'.repeat(minLength - 1),
    findings: [{ rule: 'min-length' }],
  }
  const atMaximum =
    maxLength === undefined
      ? []
      : [fine('max-length-at', 'a'.repeat(maxLength)), fine('max-length-astral', '😀'.repeat(maxLength))]
  const over: Case[] =
    maxLength === undefined
      ? []
      : ['a', '字'].map((character) => ({
          about: `max-length-over-${character === 'a' ? 'latin' : 'han'}`,
          value: character.repeat(maxLength + 1),
          findings: [{ rule: 'max-length' }],
        }))
  return [
    ...(minLength > 0 ? [under] : []),
    ...atMinimum,
    ...atMaximum,
    ...over,
    ...limits.flatMap(({ rule, count, max }) =>
      [max, max + 1].flatMap((amount) =>
        Object.entries(textsOf(count, amount)).map(([manner, text]) =>
          fine(`${rule}-${count}-${amount === max ? 'at' : 'over'}${manner}`, text),
        ),
      ),
    ),
    ...(limits.length > 1
      ? [fine('every-limit-over', limits.map(({ count, max }) => textsOf(count, max + 1)['']).join(' '))]
      : []),
    ...tokens.flatMap(({ prefix, parameter, to }) =>
      [0, 1, 2].flatMap((attached) =>
        [1, 2, 3, to + 1].map((number): Case => ({
          about: `token-${parameter}-${attached}-attached-names-${number}`,
          value: `Show ${prefix}1 and ${prefix}${number}, then ${prefix}${number} again, ${prefix} alone`,
          findings: [],
          beside: { [parameter]: Array.from({ length: attached }, (_, index) => `https://example.com/${index + 1}`) },
        })),
      ),
    ),
  ]
}

/**
 * Texts that hold `amount` of what a prompt limit counts: the plain one, and one with what is not counted and with
 * characters beyond the basic plane. Such texts are long, so there is no third.
 */
function textsOf(count: string, amount: number): Record<'' | '-mixed', string> {
  const few = Math.min(10, amount - 1)
  switch (count) {
    case 'han':
      return { '': '船'.repeat(amount), '-mixed': `${'𠮷'.repeat(few)}${'船'.repeat(amount - few)} and a boat` }
    case 'words':
      return {
        '': Array.from({ length: amount }, () => 'boat').join(' '),
        '-mixed': `${'7 '.repeat(few)}😀 ${'à\n'.repeat(amount)}`,
      }
    case 'non-han':
      return { '': 'x'.repeat(amount), '-mixed': `船船${'😀'.repeat(few)}${'x'.repeat(amount - few)}` }
    default:
      return { '': 'x'.repeat(amount), '-mixed': `船${'😀'.repeat(few)}${'x'.repeat(amount - few - 1)}` }
  }
}

function enumCases(values: readonly (string | number)[]): Case[] {
  const offered = new Set(values)
  const wrong = (about: string, value: string | number): Case[] =>
    offered.has(value) ? [] : [{ about, value, findings: [{ rule: 'enum' }] }]
  const numbers = values.filter((value) => typeof value === 'number')
  const texts = values.filter((value) => typeof value === 'string')
  return [
    ...values.map((value) => fine(`offers-${value}`, value)),
    ...(texts.length > 0 ? [...wrong('off-list', 'no-such-value'), ...wrong('empty', '')] : []),
    ...texts.flatMap((text) =>
      [text.toUpperCase(), text.toLowerCase()]
        .filter((other) => other !== text)
        .flatMap((other) => wrong(`case-${other}`, other)),
    ),
    ...texts.slice(0, 1).flatMap((text) => wrong('padded', ` ${text}`)),
    ...(numbers.length > 0
      ? [...wrong('under', Math.min(...numbers) - 1), ...wrong('over', Math.max(...numbers) + 1)]
      : []),
  ]
}

function integerCases(minimum: number | undefined, maximum: number | undefined): Case[] {
  return [
    ...(minimum === undefined
      ? [fine('negative', -1), fine('zero', 0)]
      : [fine('minimum-at', minimum), { about: 'minimum-under', value: minimum - 1, findings: [{ rule: 'minimum' }] }]),
    ...(maximum === undefined
      ? [fine('large', 2147483648)]
      : [fine('maximum-at', maximum), { about: 'maximum-over', value: maximum + 1, findings: [{ rule: 'maximum' }] }]),
  ]
}

function countCases({ name, media, minItems, maxItems }: MediaParameter): Case[] {
  const items = (amount: number): string[] =>
    Array.from({ length: amount }, (_, index) => exampleUrl(name, media, index))
  return [
    ...(minItems > 0
      ? [{ about: 'min-items-under', value: items(minItems - 1), findings: [{ rule: 'min-items' }] }]
      : []),
    fine('min-items-at', items(minItems)),
    fine('max-items-at', items(maxItems)),
    { about: 'max-items-over', value: items(maxItems + 1), findings: [{ rule: 'max-items' }] },
    // Items that are too many are not looked at.
    { about: 'max-items-over-bad-item', value: [...items(maxItems), 'nowhere'], findings: [{ rule: 'max-items' }] },
  ]
}

const goodUrls = [
  'http://example.com',
  'HTTPS://EXAMPLE.COM/A.PNG',
  'https://user:word@example.com:8443/a%20b.png?x=1#y',
  'https://例子.测试/图片.png',
  'http://127.0.0.1:8787/a.png',
  'http://[::1]/a.png',
]
const badUrls = [
  '',
  'a.png',
  '/a.png',
  '//example.com/a.png',
  'https://',
  'https:///a.png',
  'http:example.com',
  'ftp://example.com/a.png',
  'file:///a.png',
  'https://exa mple.com/a.png',
  'https://example.com/a b.png',
  ' https://example.com/a.png',
  'javascript:alert(1)',
  'https://example.com/a.png\u3000',
]
const dataUrl = 'data:image/png;base64,iVBORw0KGgo='

function referenceCases({ name, media, minItems, maxItems, accepts }: MediaParameter, isTold: boolean): Case[] {
  const length = Math.max(1, minItems)
  const withItem = (item: JsonValue, at: number): JsonValue =>
    Array.from({ length }, (_, index) => (index === at ? item : exampleUrl(name, media, index)))
  const one = (about: string, item: JsonValue, rule?: string, severity: Severity = 'error'): Case => ({
    about,
    value: withItem(item, length - 1),
    findings: rule === undefined ? [] : [{ rule, path: `/${length - 1}`, severity }],
  })
  const two: Case[] =
    maxItems < 2
      ? []
      : [
          {
            about: 'two-bad-items',
            value: [
              'nowhere',
              7,
              ...Array.from({ length: Math.max(0, minItems - 2) }, (_, index) => exampleUrl(name, media, index)),
            ],
            findings: [
              { rule: 'media-reference', path: '/0' },
              { rule: 'type', path: '/1' },
            ],
          },
        ]
  return [
    one('item-number', 7, 'type'),
    one('item-null', null, 'type'),
    one('item-object', { url: 'https://example.com/a.png' }, 'type'),
    ...goodUrls.slice(0, isTold ? 1 : undefined).map((url, index) => one(`url-good-${index + 1}`, url)),
    ...badUrls
      .slice(0, isTold ? 2 : undefined)
      .map((url, index) => one(`url-bad-${index + 1}`, url, 'media-reference')),
    accepts.includes('asset')
      ? one('asset', 'assetId://asset-1')
      : one('asset', 'assetId://asset-1', 'media-reference'),
    one('asset-empty', 'assetId://', 'media-reference'),
    one('asset-case', 'assetid://asset-1', 'media-reference'),
    accepts.includes('data')
      ? one('base64', dataUrl, 'media-base64', 'advice')
      : one('base64', dataUrl, 'media-reference'),
    one('base64-empty', 'data:image/png;base64,', 'media-reference'),
    ...two,
  ]
}

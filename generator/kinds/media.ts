import { _, Name, type Code } from 'ajv'
import type { JsonSchema, JsonValue, MediaParameter, Severity, Words } from '../catalogue.js'
import { arrayLiteral, patternLiteral } from '../emit/validators/literals.js'
import type { Reader } from '../read/reader.js'
import {
  callCheck,
  findings,
  fine,
  present,
  sampleCount,
  wrong,
  wrongTypes,
  type Base,
  type Case,
  type Kind,
  type MediaTypes,
} from './kind.js'
import { typeBesideNull } from './nullable.js'
import { readMediaLimit } from './limits.js'
import { badUrls, dataUrl, exampleUrl, goodUrls } from './references.js'
import { countWords, hanText } from './words.js'

/** References to files: an array of them, or a single one. */
export const media: Kind<MediaParameter> = {
  read: readMedia,
  type: ({ single }) => (single ? 'string | F' : '(string | F)[]'),
  schema({ single, minItems, maxItems, pattern }): JsonSchema {
    const item = { type: 'string', pattern }
    return single ? item : { type: 'array', ...(minItems > 0 ? { minItems } : {}), maxItems, items: item }
  },
  check(parameter, at, { constant }): Code {
    const { single, minItems, maxItems, pattern, accepts } = parameter
    const literal = constant(patternLiteral(withoutBlanks(pattern)))
    const forms = constant(arrayLiteral(accepts))
    const takesData = accepts.includes('data')
    const expression = takesData ? _`${new Name('withBase64')}(${literal})` : literal
    if (single) {
      const check = _`${callCheck('mediaReference', parameter, at, expression, forms)})`
      return takesData
        ? _`${check}
${new Name('base64Reference')}(${findings}, ${at.pointer}, ${at.value}, ${expression})`
        : check
    }
    const check = _`${callCheck('media', parameter, at, _`${minItems}`, _`${maxItems}`, expression, forms)})`
    return takesData
      ? _`${check}
${new Name('base64')}(${findings}, ${at.pointer}, ${at.value}, ${maxItems}, ${expression})`
      : check
  },
  facts: ({ single, media: type, minItems, maxItems, accepts, contradicted }) => ({
    type: single ? 'string' : 'array',
    media: type,
    accepts,
    ...present({ contradicted }),
    ...(single ? {} : { minItems, maxItems }),
  }),
  phrase(parameter): Words {
    const { single, minItems, maxItems, mediaName, accepts } = parameter
    const forms = formWords(accepts)
    if (single)
      return { en: `${article(mediaName.en)} ${mediaName.en} (${forms.en})`, zh: `1 个${mediaName.zh}（${forms.zh}）` }
    const count = countWords(minItems, maxItems, mediaName)
    return { en: `an array of ${count.en} (${forms.en})`, zh: hanText('含', count.zh, `的数组（${forms.zh}）`) }
  },
  example({ name, extension, single, minItems }): JsonValue {
    const url = (index: number): string => exampleUrl(name, extension, index)
    return single ? url(0) : Array.from({ length: Math.max(1, minItems) }, (_, index) => url(index))
  },
  cases(parameter, earlier): Case[] {
    const isTold = earlier.some((other) => other.kind === 'media' && other.pattern === parameter.pattern)
    return parameter.single
      ? [...wrongTypes([7, true, ['https://example.com/one.png']]), ...singleCases(parameter, isTold)]
      : [
          ...wrongTypes(['https://example.com/one.png', 7, { 0: 'https://example.com/one.png' }]),
          ...countCases(parameter),
          ...itemCases(parameter, isTold),
        ]
  },
  sample: ({ single, minItems, maxItems, pattern }, random) =>
    single
      ? random.matching(pattern)
      : Array.from({ length: sampleCount(random, minItems, maxItems) }, () => random.matching(pattern)),
}

function forms(reader: Reader, key: string): MediaParameter['accepts'] {
  return reader
    .texts(key)
    .map((word) =>
      word === 'url' || word === 'asset' || word === 'data' ? word : reader.refuse(key, 'url, asset or data'),
    )
}

function readMedia(schema: Reader, base: Base, mediaTypes: MediaTypes): MediaParameter {
  const facts = schema.object('x-media')
  const id = facts.text('type')
  const { name, extension } = mediaTypes.get(id) ?? facts.refuse('type', `one of ${[...mediaTypes.keys()].join(', ')}`)
  const single = typeBesideNull(schema.value) === 'string'
  // The definitions of media.schema.json say what one reference is; a list refers to one under `items`.
  const item = single ? schema : schema.object('items')
  if (!single) item.ignore('type', 'description', 'x-source')
  return {
    kind: 'media',
    ...base,
    media: id,
    mediaName: name,
    extension,
    ...(single ? { single } : {}),
    minItems: single ? 1 : (schema.optionalNumber('minItems') ?? 0),
    maxItems: single ? 1 : schema.number('maxItems'),
    accepts: forms(item, 'x-accepts'),
    ...(facts.has('contradicted') ? { contradicted: forms(facts, 'contradicted') } : {}),
    pattern: item.text('pattern'),
    limits: facts.objects('limits').map(readMediaLimit),
  }
}

const excluded = '\\x00-\\x20\\x7F-\\xA0'

/**
 * The pattern with `text.blank` excluded wherever it excludes the space: `\\s` is just these characters in JavaScript,
 * and in no other language. The published pattern is ASCII, which every tool can carry.
 */
export function withoutBlanks(pattern: string): string {
  return pattern.replaceAll(excluded, `${excluded}\\s`)
}

/** What a reference may be, in words. base64 is left out: it is advised against. */
function formWords(accepts: readonly string[]): Words {
  return accepts.includes('asset')
    ? { en: 'http or https URL, or assetId://{id}', zh: 'http 或 https URL，或 assetId://{id}' }
    : { en: 'http or https URL', zh: 'http 或 https URL' }
}

function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? 'an' : 'a'
}

function urls({ name, extension }: MediaParameter, amount: number): string[] {
  return Array.from({ length: amount }, (_, index) => exampleUrl(name, extension, index))
}

function countCases(parameter: MediaParameter): Case[] {
  const { minItems, maxItems } = parameter
  return [
    ...(minItems > 0 ? [wrong('min-items-under', urls(parameter, minItems - 1), 'min-items')] : []),
    fine('min-items-at', urls(parameter, minItems)),
    fine('max-items-at', urls(parameter, maxItems)),
    wrong('max-items-over', urls(parameter, maxItems + 1), 'max-items'),
    // Items that are too many are not looked at.
    wrong('max-items-over-bad-item', [...urls(parameter, maxItems), 'nowhere'], 'max-items'),
  ]
}

type One = (about: string, item: JsonValue, rule?: string, severity?: Severity) => Case

/** What one reference may be and what not: all of it, or, where it was gone through for another parameter, a sample of each sort. */
function referenceCases({ accepts }: MediaParameter, isTold: boolean, one: One): Case[] {
  return [
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
  ]
}

function singleCases(parameter: MediaParameter, isTold: boolean): Case[] {
  return referenceCases(parameter, isTold, (about, value, rule, severity = 'error') => ({
    about,
    value,
    findings: rule === undefined ? [] : [{ rule, severity }],
  }))
}

function itemCases(parameter: MediaParameter, isTold: boolean): Case[] {
  const length = Math.max(1, parameter.minItems)
  const one: One = (about, item, rule, severity = 'error') => ({
    about,
    value: urls(parameter, length).map((url, index): JsonValue => (index === length - 1 ? item : url)),
    findings: rule === undefined ? [] : [{ rule, path: `/${length - 1}`, severity }],
  })
  const two: Case[] =
    parameter.maxItems < 2
      ? []
      : [
          {
            about: 'two-bad-items',
            value: ['nowhere', 7, ...urls(parameter, Math.max(0, parameter.minItems - 2))],
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
    ...referenceCases(parameter, isTold, one),
    ...two,
  ]
}

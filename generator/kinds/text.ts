import { _, type Code } from 'ajv'
import type { JsonSchema, PromptParameter, StringFormat, StringParameter, Words } from '../catalogue.js'
import { objectLiteral, patternLiteral } from '../emit/validators/literals.js'
import { optional, type Reader } from '../read/reader.js'
import { formats } from './formats.js'
import {
  callCheck,
  fine,
  present,
  sampleCount,
  wrong,
  wrongTypes,
  type Case,
  type CheckContext,
  type KindFacts,
  type Place,
  type Random,
} from './kind.js'
import type { FactsFormat } from '../spec-types/files/facts.js'
import { countWords } from './words.js'

/** What strings and prompts share. */
type Text = StringParameter | PromptParameter
type TextLimits = Pick<Text, 'maxLength' | 'pattern' | 'format' | 'default' | 'examples'>

const formatNames: StringFormat[] = Object.keys(formats) as FactsFormat[]

/** The limits of a string as `spec/` states them. A format brings its pattern and its examples. */
export function readText(schema: Reader): TextLimits {
  const format = schema.has('format') ? schema.oneOf('format', formatNames) : undefined
  const examples = schema.has('examples') ? schema.texts('examples') : undefined
  if (format === undefined && schema.has('pattern') && examples === undefined)
    schema.refuse('examples', 'a list of values that the pattern accepts: pages and messages show them')
  return present({
    maxLength: schema.optionalNumber('maxLength'),
    pattern: format === undefined ? schema.optionalText('pattern') : formats[format].pattern,
    format,
    default: schema.optionalText('default'),
    examples: examples ?? (format === undefined ? undefined : formats[format].valid),
  })
}

export function textSchema({ minLength, maxLength, format, pattern, examples }: Text): JsonSchema {
  const known = format !== undefined && formats[format].isOurs === true ? undefined : format
  return { type: 'string', ...present({ minLength, maxLength, format: known, pattern, examples }) }
}

export function textFacts({ minLength, maxLength, format, pattern, examples }: Text): KindFacts {
  return {
    type: 'string',
    ...present({ minLength, maxLength, format, ...(format === undefined ? { pattern } : {}), examples }),
  }
}

/** A call that checks type, length and pattern. Strings without limits, and those that must not be empty, have calls of their own: they are the common ones. */
export function textCheck(parameter: Text, at: Place, { constant }: CheckContext): Code {
  const { minLength, maxLength, pattern, format, examples } = parameter
  const low = _`${minLength ?? 0}`
  const high = maxLength === undefined ? _`Infinity` : _`${maxLength}`
  if (pattern !== undefined) {
    const rule = format === undefined ? _`"pattern"` : _`"format"`
    const params = format === undefined ? { example: parameter.default ?? examples?.[0] ?? null } : { format }
    return _`${callCheck('patterned', parameter, at, low, high, constant(patternLiteral(pattern)), rule, constant(objectLiteral(params)))})`
  }
  if (minLength === 1 && maxLength === undefined) return _`${callCheck('nonEmpty', parameter, at)})`
  return minLength === undefined && maxLength === undefined
    ? _`${callCheck('typed', parameter, at, _`"string"`)})`
    : _`${callCheck('text', parameter, at, low, high)})`
}

/** What the string is, by its format, its pattern and its length. */
export function textPhrase({ minLength = 0, maxLength, format, pattern, examples }: Text): Words {
  const characters = { en: 'character', zh: '字符' }
  const count = countWords(minLength, maxLength, characters)
  if (format !== undefined) {
    const { en, zh } = formats[format].name
    const isLimited = minLength > 0 || maxLength !== undefined
    return isLimited ? { en: `${en}, of ${count.en}`, zh: `${zh}，${count.zh}` } : { en, zh }
  }
  const base: Words =
    maxLength !== undefined
      ? { en: `a string of ${count.en}`, zh: `${count.zh}的字符串` }
      : minLength === 0
        ? { en: 'a string', zh: '字符串' }
        : minLength === 1
          ? { en: 'a non-empty string', zh: '非空字符串' }
          : { en: `a string of ${count.en}`, zh: `${count.zh}的字符串` }
  const [example] = examples ?? []
  if (pattern === undefined || example === undefined) return base
  return { en: `${base.en} such as ${JSON.stringify(example)}`, zh: `${base.zh}，例如 ${JSON.stringify(example)}` }
}

/** A string that the limits allow; `otherwise` where there are none. */
export function textExample(
  { default: fallback, examples, minLength = 0, maxLength }: Text,
  otherwise: string,
): string {
  if (fallback !== undefined) return fallback
  const [example] = examples ?? []
  if (example !== undefined) return example
  return otherwise.padEnd(minLength, '.').slice(0, maxLength)
}

/** Strings of another form than the format or pattern wants, within the limits of length. */
export function patternCases({ format, pattern, examples = [], minLength = 0, maxLength = Infinity }: Text): Case[] {
  if (pattern === undefined) return []
  const expression = new RegExp(pattern)
  const [example = ''] = examples
  const candidates =
    format === undefined
      ? [`${example}\u0000`, ` ${example}`, `${example}!?`, '\u0000'.repeat(Math.max(1, minLength)), 'no such form']
      : formats[format].invalid
  const bad = candidates.filter(
    (text) => !expression.test(text) && [...text].length >= minLength && [...text].length <= maxLength,
  )
  const rule = format === undefined ? 'pattern' : 'format'
  return [
    ...examples.map((text, index) => fine(`${rule}-good-${index + 1}`, text)),
    ...bad.map((text, index) => wrong(`${rule}-bad-${index + 1}`, text, rule)),
  ]
}

/** Wrong types, and lengths at and beyond the limits. With a pattern, lengths are tried only where it bears with them. */
export function lengthCases({ minLength = 0, maxLength, pattern }: Text): Case[] {
  const expression = new RegExp(pattern ?? '')
  const bears = ({ value }: Case): boolean => typeof value === 'string' && expression.test(value)
  const under = minLength > 0 ? [wrong('min-length-under', 'a'.repeat(minLength - 1), 'min-length')] : []
  const over =
    maxLength === undefined
      ? []
      : ['a', '字'].map((character) =>
          wrong(
            `max-length-over-${character === 'a' ? 'latin' : 'han'}`,
            character.repeat(maxLength + 1),
            'max-length',
          ),
        )
  const at = [
    ...(minLength > 0
      ? [
          fine('min-length-at', 'a'.repeat(minLength)),
          fine('min-length-astral', '😀'.repeat(minLength)),
          fine('space', ' '.repeat(minLength)),
        ]
      : []),
    ...(maxLength === undefined
      ? []
      : [fine('max-length-at', 'a'.repeat(maxLength)), fine('max-length-astral', '😀'.repeat(maxLength))]),
  ].filter(bears)
  return [...under, ...at, ...over]
}

/** The type cases that all strings share. */
export const textTypes = (): Case[] => wrongTypes([7, true, ['a']])

/** The minimum length, where it is stated. */
export function readMinLength(schema: Reader): { minLength?: number } {
  return optional('minLength', schema.optionalNumber('minLength'))
}

/** Text within the limits of length, or what the pattern accepts. */
export function textSample({ pattern, minLength, maxLength }: Text, random: Random): string {
  return pattern === undefined ? random.text(sampleCount(random, minLength, maxLength)) : random.matching(pattern)
}

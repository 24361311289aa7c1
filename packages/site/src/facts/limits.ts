import type { MediaLimit, MediaParameter, Parameter, PromptLimit } from '@model-tasks/spec/catalogue'
import { fieldName } from '@model-tasks/spec/measures'
import { conditionsText } from './conditions.js'
import { fill } from '../texts/fill.js'
import type { Texts } from '../texts/en.js'
import { grouped, isUnknown } from './value.js'

/** What one parameter takes: a phrase, or a closed set of values, and what else is said in small. */
export interface Constraint {
  phrase?: string
  values?: string[]
  small?: string
}

interface Bounds {
  minimum?: number | undefined
  maximum?: number | undefined
  exclusiveMinimum?: number | undefined
  exclusiveMaximum?: number | undefined
}

/** Bounds in words: closed ones as "a to b", open ones as "over a and under b". */
export const boundsPhrase = (bounds: Bounds, unit: string, texts: Texts): string => {
  const words = texts.limits
  const withUnit = (value: number): string => (unit === '' ? grouped(value) : `${grouped(value)} ${unit}`)
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds
  if (minimum !== undefined && minimum === maximum) return fill(words.only, { value: withUnit(minimum) })
  if (minimum !== undefined && maximum !== undefined)
    return fill(words.between, { min: grouped(minimum), max: withUnit(maximum) })
  if (exclusiveMinimum !== undefined && exclusiveMaximum !== undefined) {
    return fill(words.overUnder, { min: grouped(exclusiveMinimum), max: withUnit(exclusiveMaximum) })
  }
  const parts: string[] = []
  if (minimum !== undefined) parts.push(fill(words.atLeast, { min: withUnit(minimum) }))
  if (exclusiveMinimum !== undefined) parts.push(fill(words.over, { min: withUnit(exclusiveMinimum) }))
  if (maximum !== undefined) parts.push(fill(words.atMost, { max: withUnit(maximum) }))
  if (exclusiveMaximum !== undefined) parts.push(fill(words.under, { max: withUnit(exclusiveMaximum) }))
  return parts.join(texts.listComma)
}

/** How a unit of the catalogue is written after a number; empty where the number says enough. */
export const unitWord = (unit: string | undefined, texts: Texts): string =>
  unit === 'fps' || unit === 'ratio' ? '' : (texts.units[unit as keyof Texts['units']] ?? unit ?? '')

const mediaWords = (parameter: MediaParameter, texts: Texts): string => {
  const { minItems, maxItems, media, single } = parameter
  const { image, video, audio, oneImage, oneVideo, oneAudio } = texts.limits
  const nouns = new Map([
    ['image', [oneImage, image]],
    ['video', [oneVideo, video]],
    ['audio', [oneAudio, audio]],
  ] as const)
  const noun = nouns.get(media as 'image')
  if (single || noun === undefined) return parameter.phrase[texts.code]
  const [one, many] = noun
  const count =
    minItems === maxItems
      ? fill(texts.limits.exactly, { value: maxItems })
      : fill(texts.limits.between, { min: minItems, max: maxItems })
  return fill(maxItems === 1 ? one : many, { count })
}

/** What a parameter takes, in the words of the reader's language. */
export const constraintOf = (parameter: Parameter, texts: Texts): Constraint => {
  const constraint = valueConstraint(parameter, texts)
  const { values, phrase } = constraint
  // A phrase of the catalogue says it already.
  if (parameter.nullable !== true || phrase === parameter.phrase[texts.code]) return constraint
  return values === undefined
    ? { ...constraint, phrase: fill(texts.limits.orNull, { phrase: phrase ?? '' }) }
    : { ...constraint, values: [...values, 'null'] }
}

const valueConstraint = (parameter: Parameter, texts: Texts): Constraint => {
  const words = texts.limits
  switch (parameter.kind) {
    case 'prompt': {
      const bounds = { minimum: parameter.minLength, maximum: parameter.maxLength }
      const sentence =
        parameter.minLength === 1 && parameter.maxLength === undefined ? words.oneCharacter : words.characters
      const refusing = parameter.limits
        .filter(({ severity }) => severity === 'error')
        .map((limit) => promptLimitPhrase(limit, texts))
      return {
        phrase: fill(sentence, { limit: boundsPhrase(bounds, '', texts) }),
        ...(refusing.length > 0 && { small: refusing.join(texts.listComma) }),
      }
    }
    case 'string':
      if (parameter.values === undefined) return { phrase: parameter.phrase[texts.code] }
      return { phrase: words.anyText, ...(isUnknown(parameter.values) ? { small: words.valuesNotShown } : {}) }
    case 'enum':
      return parameter.values.length === 1 && parameter.unit !== undefined
        ? { phrase: fill(words.only, { value: `${parameter.values[0] ?? ''} ${unitWord(parameter.unit, texts)}` }) }
        : { values: parameter.values.map(String) }
    case 'integer': {
      const phrase = boundsPhrase(parameter, unitWord(parameter.unit, texts), texts)
      return phrase === '' ? { phrase: words.integer } : { phrase, small: words.integer }
    }
    case 'boolean':
      return { values: ['true', 'false'] }
    case 'media':
      return {
        phrase: mediaWords(parameter, texts),
        small: parameter.accepts.map((form) => words[form]).join(texts.listComma),
      }
    case 'array':
      return { phrase: words.anyArray, small: words.itemShape }
    case 'number':
    case 'object':
    case 'union':
    case 'map':
    case 'list':
      return { phrase: parameter.phrase[texts.code] }
  }
}

/** A constraint as plain text, for comparison and for Markdown. */
export const constraintText = (constraint: Constraint, texts: Texts): string =>
  [constraint.values?.join(texts.listComma) ?? constraint.phrase ?? '', constraint.small]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')

/** A limit on files: what is limited, and to what. */
export interface LimitWords {
  what: string
  to: string
}

const mediaSubjects = (texts: Texts): Record<MediaLimit['rule'], string> => ({
  'media-format': texts.limits.formats,
  'media-codec': texts.limits.codecs,
  'media-same-size': texts.limits.sameSize,
  'media-bytes': texts.limits.bytes,
  'media-width': texts.limits.width,
  'media-height': texts.limits.height,
  'media-pixels': texts.limits.pixels,
  'media-video-pixels': texts.limits.videoPixels,
  'media-aspect-ratio': texts.limits.aspect,
  'media-duration': texts.limits.duration,
  'media-frame-rate': texts.limits.frameRate,
  'media-sample-rate': texts.limits.sampleRate,
  'media-total-duration': texts.limits.totalDuration,
  'media-total-bytes': texts.limits.totalBytes,
  'media-size-unclear': texts.limits.sizeUnclear,
})

/** A media limit in words. */
export const mediaLimitWords = (limit: MediaLimit, texts: Texts): LimitWords => {
  const what = mediaSubjects(texts)[limit.rule]
  if (limit.rule === 'media-size-unclear')
    return { what, to: `“${limit.quote ?? ''}”${fill(texts.aside, { text: texts.limits.unitUnclear })}` }
  const parts: string[] = []
  if (limit.formats !== undefined) parts.push(limit.formats.join(texts.listComma))
  if (limit.codecs !== undefined) parts.push(limit.codecs.join(texts.listComma))
  if (limit.as !== undefined) parts.push(fill(texts.limits.as, { place: fieldName(limit.as) }))
  if (limit.discouraged !== undefined)
    parts.push(`${texts.limits.discouraged}${texts.colon}${limit.discouraged.join(texts.listComma)}`)
  const bounds = boundsPhrase(limit, unitWord(limit.unit, texts), texts)
  if (bounds !== '') parts.push(bounds)
  if (limit.multipleOf !== undefined) parts.push(fill(texts.limits.multipleOf, { value: limit.multipleOf }))
  const when = limit.when === undefined ? '' : fill(texts.aside, { text: conditionsText(limit.when, texts) })
  return { what, to: `${parts.join(texts.semicolon)}${when}` }
}

/** A prompt limit in words, such as "at most 500 Han characters". */
export const promptLimitPhrase = (limit: PromptLimit, texts: Texts): string => {
  const words = texts.limits
  const counted = {
    'code-points': words.characters,
    han: words.hanCharacters,
    'non-han': words.otherCharacters,
    words: words.words,
  }[limit.count]
  const sentence = limit.onlyWithHan === true ? words.withHan : counted
  return fill(sentence, { limit: fill(words.atMost, { max: grouped(limit.max) }) })
}

import type { JsonValue, MediaLimit, PromptLimit, Words } from '../catalogue.js'
import type { Condition, Conditions } from '../measures/conditions.js'
import { fieldName } from '../measures/places.js'
import { isObject } from '../load/json-object.js'
import { optional, type Reader } from '../read/reader.js'
import { boundsWords, conditionsWords, either, hanText } from './words.js'

const mediaRules = [
  'media-format',
  'media-codec',
  'media-bytes',
  'media-width',
  'media-height',
  'media-pixels',
  'media-video-pixels',
  'media-same-size',
  'media-aspect-ratio',
  'media-duration',
  'media-frame-rate',
  'media-sample-rate',
  'media-total-duration',
  'media-total-bytes',
  'media-size-unclear',
] as const satisfies readonly MediaLimit['rule'][]

const limitUnits = ['KB', 'MB', 'GB', 'px', 'ms', 's', 'min', 'h', 'fps', 'Hz', 'ratio'] as const

/** One limit on media files as `spec/` states it. */
export function readMediaLimit(limit: Reader): MediaLimit {
  return {
    rule: limit.oneOf('rule', mediaRules),
    severity: limit.severity(),
    ...(limit.has('formats') ? { formats: limit.texts('formats') } : {}),
    ...(limit.has('codecs') ? { codecs: limit.texts('codecs') } : {}),
    ...optional('as', limit.optionalText('as')),
    ...(limit.has('discouraged') ? { discouraged: limit.texts('discouraged') } : {}),
    ...optional('minimum', limit.optionalNumber('minimum')),
    ...optional('maximum', limit.optionalNumber('maximum')),
    ...optional('exclusiveMinimum', limit.optionalNumber('exclusiveMinimum')),
    ...optional('exclusiveMaximum', limit.optionalNumber('exclusiveMaximum')),
    ...optional('multipleOf', limit.optionalNumber('multipleOf')),
    ...(limit.has('when') ? { when: readConditions(limit, 'when') } : {}),
    ...(limit.has('unit') ? { unit: limit.oneOf('unit', limitUnits) } : {}),
    ...optional('quote', limit.optionalText('quote')),
    source: limit.source(),
  }
}

/** What a limit on files measures. */
export const mediaSubjects: Record<MediaLimit['rule'], Words> = {
  'media-format': { en: 'format', zh: '格式' },
  'media-codec': { en: 'codec', zh: '编码' },
  'media-bytes': { en: 'size of a file', zh: '单个文件大小' },
  'media-width': { en: 'width', zh: '宽度' },
  'media-height': { en: 'height', zh: '高度' },
  'media-pixels': { en: 'width × height', zh: '宽 × 高' },
  'media-video-pixels': { en: 'width × height × frames', zh: '宽 × 高 × 帧数' },
  'media-same-size': { en: 'width and height', zh: '宽度和高度' },
  'media-aspect-ratio': { en: 'width / height', zh: '宽高比' },
  'media-duration': { en: 'length of a file', zh: '单个文件时长' },
  'media-frame-rate': { en: 'frames per second', zh: '帧率' },
  'media-sample-rate': { en: 'sample rate', zh: '采样率' },
  'media-total-duration': { en: 'length of all files together', zh: '全部文件总时长' },
  'media-total-bytes': { en: 'size of all files together', zh: '全部文件总大小' },
  'media-size-unclear': { en: 'size, unit not shown', zh: '大小（单位未公布）' },
}

/** Conditions as a file states them, whose form the meta-schema fixes. */
export function readConditions(holder: Reader, key: string): Conditions {
  const conditions = holder.raw(key)
  if (!isObject(conditions)) return holder.refuse(key, 'an object of conditions by parameter')
  return Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [
      name,
      isCondition(condition) ? condition : holder.refuse(key, 'values, lists of values, or {"min": 1}'),
    ]),
  )
}

function isCondition(value: JsonValue): value is JsonValue & Condition {
  return value !== null && (!isObject(value) || 'min' in value || 'max' in value)
}

/** What a limit on files allows: `jpeg or png`, `at least 2 s and at most 15 s`, `at most 10 s where quality is sd`. */
export function mediaLimitPhrase(limit: MediaLimit): Words {
  const allowed = allowedPhrase(limit)
  if (limit.when === undefined) return allowed
  const { en, zh } = conditionsWords(limit.when)
  return { en: `${allowed.en} where ${en}`, zh: hanText(zh, '时', allowed.zh) }
}

function allowedPhrase(limit: MediaLimit): Words {
  if (limit.as !== undefined)
    return { en: `those of ${fieldName(limit.as)}`, zh: hanText('与', fieldName(limit.as), '相同') }
  if (limit.quote !== undefined) return { en: `“${limit.quote}”`, zh: `“${limit.quote}”` }
  const names = limit.formats ?? limit.codecs
  if (names !== undefined) return either(names)
  return boundsWords(limit, limit.unit === 'ratio' ? '' : limit.unit) ?? { en: 'any', zh: '任意' }
}

const counted: Record<PromptLimit['count'], Words> = {
  'code-points': { en: 'characters (Unicode code points)', zh: '个字符（Unicode 码位）' },
  han: { en: 'Han characters', zh: '个汉字' },
  'non-han': { en: 'characters that are not Han', zh: '个非汉字字符' },
  words: { en: 'words (runs of non-space with a Latin letter)', zh: '个英文单词' },
}

/** A limit on a prompt's text in words. */
export function promptLimitPhrase({ count, max, onlyWithHan }: PromptLimit): Words {
  const { en, zh } = counted[count]
  return onlyWithHan
    ? { en: `at most ${max} ${en}, where the prompt holds Han characters`, zh: `含汉字时至多 ${max} ${zh}` }
    : { en: `at most ${max} ${en}`, zh: `至多 ${max} ${zh}` }
}

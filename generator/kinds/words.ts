import type { JsonValue, Words } from '../catalogue.js'
import type { Condition, Conditions } from '../measures/conditions.js'

/** Bounds of a number, a length or a count. */
export interface Bounds {
  minimum?: number | undefined
  maximum?: number | undefined
  exclusiveMinimum?: number | undefined
  exclusiveMaximum?: number | undefined
  multipleOf?: number | undefined
}

/** A value as it is written in a request: a string bare, anything else as JSON. */
export function written(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Values in a row: `a, b or c`. */
export function either(values: readonly JsonValue[]): Words {
  const words = values.map(written)
  const last = words.pop() ?? ''
  return words.length === 0
    ? { en: last, zh: last }
    : { en: `${words.join(', ')} or ${last}`, zh: `${words.join('、')} 或 ${last}` }
}

/** Each bound in words, joined: `at least 2 s and at most 15 s`. Undefined without bounds. */
export function boundsWords(bounds: Bounds, unit = ''): Words | undefined {
  const one = (value: number | undefined, en: string, zh: string): Words[] =>
    value === undefined ? [] : [{ en: `${en} ${amount(value, unit)}`, zh: `${zh} ${amount(value, unit)}` }]
  const parts = [
    ...one(bounds.minimum, 'at least', '至少'),
    ...one(bounds.exclusiveMinimum, 'more than', '大于'),
    ...one(bounds.maximum, 'at most', '至多'),
    ...one(bounds.exclusiveMaximum, 'less than', '小于'),
    ...(bounds.multipleOf === undefined
      ? []
      : [
          { en: `a multiple of ${amount(bounds.multipleOf, unit)}`, zh: `${amount(bounds.multipleOf, unit)} 的整数倍` },
        ]),
  ]
  return parts.length === 0
    ? undefined
    : {
        en: parts.map(({ en }) => en).join(' and '),
        zh: hanText(...parts.flatMap(({ zh }, index) => (index === 0 ? [zh] : ['且', zh]))),
      }
}

/** Conditions in words: `quality is hd or 4k and duration is at least 6`. */
export function conditionsWords(conditions: Conditions): Words {
  const all = Object.entries(conditions).map(([name, condition]) => conditionWords(name, condition))
  return {
    en: all.map(({ en }) => en).join(' and '),
    zh: hanText(...all.flatMap(({ zh }, index) => (index === 0 ? [zh] : ['且', zh]))),
  }
}

function conditionWords(name: string, condition: Condition): Words {
  if (typeof condition === 'object' && !('length' in condition)) {
    const { en, zh } = boundsWords({ minimum: condition.min, maximum: condition.max }) ?? { en: 'any', zh: '任意' }
    return { en: `${name} is ${en}`, zh: hanText(name, zh) }
  }
  const { en, zh } = either(typeof condition === 'object' ? condition : [condition])
  return { en: `${name} is ${en}`, zh: hanText(name, '为', zh) }
}

/** A range as it follows a noun: ` from 4 to 15 s`, ` of at least 4 s`, or nothing. In Chinese it stands before: `4 到 15 s 的`. */
export function rangeWords(bounds: Bounds, unit = ''): Words {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds
  if (
    exclusiveMinimum === undefined &&
    exclusiveMaximum === undefined &&
    minimum !== undefined &&
    maximum !== undefined
  )
    return { en: ` from ${minimum} to ${amount(maximum, unit)}`, zh: `${minimum} 到 ${amount(maximum, unit)} 的` }
  const words = boundsWords(bounds, unit)
  if (words !== undefined) return { en: ` of ${words.en}`, zh: `${words.zh} 的` }
  return unit === '' ? { en: '', zh: '' } : { en: ` (${unit})`, zh: `（${unit}）` }
}

/** A count of things: `1 to 9 images`, `up to 9 images`, `1 image`, `at least 2 images`, `images`. */
export function countWords(minimum: number, maximum: number | undefined, noun: Words): Words {
  const things = (count: number): string => `${count} ${count === 1 ? noun.en : plural(noun.en)}`
  if (maximum === undefined)
    return minimum === 0
      ? { en: plural(noun.en), zh: noun.zh }
      : { en: `at least ${things(minimum)}`, zh: `至少 ${minimum} 个${noun.zh}` }
  if (minimum === maximum) return { en: things(maximum), zh: `${maximum} 个${noun.zh}` }
  return minimum === 0
    ? { en: `${maximum === 1 ? 'at most' : 'up to'} ${things(maximum)}`, zh: `至多 ${maximum} 个${noun.zh}` }
    : { en: `${minimum} to ${things(maximum)}`, zh: `${minimum} 到 ${maximum} 个${noun.zh}` }
}

/** Parts of a Chinese phrase in a row, with a space where a letter or a digit meets a Han character. */
export function hanText(...parts: string[]): string {
  return parts.reduce((text, part) => {
    const meet = /[A-Za-z0-9]$/.test(text)
      ? /^\p{Script=Han}/u
      : /\p{Script=Han}$/u.test(text)
        ? /^[A-Za-z0-9-]/
        : undefined
    return meet?.test(part) ? `${text} ${part}` : text + part
  }, '')
}

/** The plural of an English noun whose plural is regular. */
export function plural(noun: string): string {
  return `${noun}s`
}

function amount(value: number, unit: string): string {
  return `${Number(value.toFixed(6))}${unit === '' ? '' : ` ${unit}`}`
}

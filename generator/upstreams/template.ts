import type { JsonValue } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import type { Hole, Template } from './interpreter/mapping.js'

const hole = '{value}'

/** A template with its holes found: each `{value}` in a string, wherever the string stands. */
export function compileTemplate(template: JsonValue): Template {
  return { value: template, holes: [...holesOf(template, [])] }
}

function* holesOf(value: JsonValue, at: readonly string[]): Iterable<Hole> {
  if (typeof value === 'string') {
    const [prefix = '', suffix] = value.split(hole)
    if (suffix !== undefined) yield { at, whole: value === hole, prefix, suffix }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* holesOf(item, [...at, String(index)])
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* holesOf(item, [...at, key])
  }
}

/** The words in braces in the strings of a template, `value` among them. */
export function wordsInBraces(template: JsonValue): string[] {
  if (typeof template === 'string') return [...template.matchAll(/\{([a-zA-Z_]*)\}/g)].map(([, word = '']) => word)
  if (Array.isArray(template)) return template.flatMap(wordsInBraces)
  return isObject(template) ? Object.values(template).flatMap(wordsInBraces) : []
}

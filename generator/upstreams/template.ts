import type { JsonValue } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import type { Hole, Template } from './interpreter/mapping.js'

const holeForm = /\{(value|base64|mediaType|imageFormat)\}/

/** A template with its holes found: each `{value}`, or part of a data URI, in a string, wherever the string stands. */
export function compileTemplate(template: JsonValue): Template {
  return { value: template, holes: [...holesOf(template, [])] }
}

function* holesOf(value: JsonValue, at: readonly string[]): Iterable<Hole> {
  if (typeof value === 'string') {
    const found = holeForm.exec(value)
    if (found === null) return
    const [hole, name] = found
    const [prefix, suffix] = [value.slice(0, found.index), value.slice(found.index + hole.length)]
    const own: Hole = { at, whole: value === hole, prefix, suffix }
    yield name === 'base64' || name === 'mediaType' || name === 'imageFormat' ? { ...own, part: name } : own
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* holesOf(item, [...at, String(index)])
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* holesOf(item, [...at, key])
  }
}

/** The words in braces in the strings of a template, `value` among them. */
export function wordsInBraces(template: JsonValue): string[] {
  if (typeof template === 'string') return [...template.matchAll(/\{([a-zA-Z_0-9]*)\}/g)].map(([, word = '']) => word)
  if (Array.isArray(template)) return template.flatMap(wordsInBraces)
  return isObject(template) ? Object.values(template).flatMap(wordsInBraces) : []
}

import type { JsonValue } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'

/** The parameters of a request, as they are read one word after another. */
export type Values = Map<string, JsonValue>

/**
 * Adds a word as a value of its parameter's type: `5` of an integer is a number, a word of a list one item more, `@clip.mp4` of a media
 * parameter that file. Without a parameter the word decides for itself. Throws a Problem where a parameter that takes one value gets two.
 */
export function addWord(values: Values, name: string, word: string, parameter: Parameter | undefined): void {
  if (parameter?.kind === 'media') {
    const reference = word.replace(/^@(?=.)/s, 'file:')
    values.set(name, parameter.single ? reference : [...listOf(values.get(name)), ...(word === '' ? [] : [reference])])
  } else if (parameter?.kind === 'array' || parameter?.kind === 'list')
    values.set(name, [...listOf(values.get(name)), ...(word === '' ? [] : [itemOf(name, word, parameter)])])
  else addValue(values, name, typed(word, parameter), parameter)
}

/** Adds a value as it is. Throws a Problem where a parameter that takes one value gets two. */
export function addValue(values: Values, name: string, value: JsonValue, parameter: Parameter | undefined): void {
  const before = values.get(name)
  if (before === undefined) values.set(name, value)
  else if (parameter === undefined) values.set(name, [...(Array.isArray(before) ? before : [before]), value])
  else throw new Problem(`${name} is given twice, and it takes one value`, 'usage')
}

/** One item of a list. Throws a Problem where a whole list was written: sent as one item it would be another request, and paid for. */
function itemOf(name: string, word: string, parameter: Parameter): JsonValue {
  if (word.trimStart().startsWith('[') && Array.isArray(parsed(word)))
    throw new Problem(
      `${name}= adds one item, and this is a list; for the whole list write ${name}:='${word.length <= 80 ? word : '[…]'}'`,
      'usage',
    )
  return typed(word, parameter)
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** One word as a value of its parameter's type. Without a parameter the word decides for itself. */
function typed(word: string, parameter: Parameter | undefined): JsonValue {
  if (word === 'null' && parameter?.nullable === true && !isText(parameter)) return null
  switch (parameter?.kind) {
    case 'integer':
    case 'number':
      return numeric(word) ?? word
    case 'enum':
      return parameter.values.find((value) => String(value) === word) ?? otherValue(word, parameter.type)
    case 'boolean':
      return word === 'true' ? true : word === 'false' ? false : word
    case 'list':
      return typed(word, parameter.items)
    case 'array':
    case 'object':
    case 'union':
    case 'map':
      return /^\s*[[{]/.test(word) ? parsed(word) : word
    case 'prompt':
    case 'string':
    case 'media':
      return word
    case undefined:
      return word === 'true' ? true : word === 'false' ? false : (numeric(word) ?? word)
  }
}

/** Whether the word "null" is a value like any other: then null itself is written `name:=null`. */
function isText({ kind }: Parameter): boolean {
  return kind === 'string' || kind === 'prompt' || kind === 'media'
}

/** A word that is none of the values, as a value of their type, so that validation can say what is wrong with it. */
function otherValue(word: string, type: 'string' | 'integer' | 'number' | 'mixed'): JsonValue {
  return type === 'string' ? word : (numeric(word) ?? word)
}

function parsed(word: string): JsonValue {
  try {
    return JSON.parse(word) as JsonValue
  } catch (error) {
    throw new Problem(
      `${JSON.stringify(word)} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'usage',
    )
  }
}

function numeric(word: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : undefined
}

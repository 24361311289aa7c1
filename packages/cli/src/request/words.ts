import type { JsonValue } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'
import { findModel } from '../models/catalogue.js'
import { readBodyFile, readValueFile, type Input } from './value-files.js'

/** A request body as the command line gives it. */
export interface TypedRequest {
  model: string
  body: Record<string, JsonValue>
  /** Whether the body comes from files alone, so that it stands as a program wrote it. */
  whole: boolean
}

/**
 * Reads `[model] [@body.json] [name=value …] [name:=json …]` into a body. Values take the types of the catalogue:
 * `duration=5` is an integer, `watermark=true` a boolean, a media parameter may be given several times. What does not
 * read as its type stays a string, so that validation can say what is wrong with it. Words win over a body file.
 * `line` is the whole command line, for the one that was probably meant. `name=@file` takes the value from a file and `name=-` from standard input; for media, `@file` is the file itself.
 */
export async function readRequest(
  words: readonly string[],
  input: Input,
  line: readonly string[],
): Promise<TypedRequest> {
  const [first] = words
  const named = first !== undefined && !isBodyFile(first) && assignment(first) === undefined ? first : undefined
  const rest = named === undefined ? words : words.slice(1)
  const body: Record<string, JsonValue> = {}
  for (const file of rest.filter(isBodyFile)) assign(body, await readBodyFile(file.slice(1), input))
  const model = named ?? body.model
  if (typeof model !== 'string') throw new Problem('no model is named', 'usage', [['models']])
  if (named !== undefined && body.model !== undefined && body.model !== named)
    throw new Problem(
      `the command names ${named} and the file names ${JSON.stringify(body.model)}; leave one out`,
      'usage',
    )
  assign(
    body,
    await readValues(
      rest.filter((word) => !isBodyFile(word)),
      findModel(model)?.parameters ?? [],
      input,
      line,
    ),
  )
  delete body.model
  return { model, body: { model, ...body }, whole: rest.length > 0 && rest.every(isBodyFile) }
}

function assign(body: Record<string, JsonValue>, values: Iterable<[string, JsonValue]>): void {
  for (const [name, value] of values)
    Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true })
}

async function readValues(
  words: readonly string[],
  parameters: readonly Parameter[],
  input: Input,
  line: readonly string[],
): Promise<Map<string, JsonValue>> {
  const values = new Map<string, JsonValue>()
  for (const word of words) {
    const { name, value, json } = assignment(word) ?? misunderstood(word, parameters, line)
    const parameter = parameters.find((each) => each.name === name)
    const before = values.get(name)
    if (json) values.set(name, await readValueFile(name, value, 'json', undefined, input))
    else if (parameter?.kind === 'media' && parameter.single) values.set(name, value.replace(/^@(?=.)/s, 'file:'))
    else if (parameter?.kind === 'media')
      values.set(name, [...listOf(before), ...(value === '' ? [] : [value.replace(/^@(?=.)/s, 'file:')])])
    else if (parameter?.kind === 'array' || parameter?.kind === 'list')
      values.set(name, [...listOf(before), ...(value === '' ? [] : [itemOf(name, value, parameter)])])
    else {
      const content = await readValueFile(name, value, 'string', parameter, input)
      const read = typeof content === 'string' && content === value ? typed(value, parameter) : content
      if (before === undefined) values.set(name, read)
      else if (parameter === undefined) values.set(name, [...(Array.isArray(before) ? before : [before]), read])
      else throw new Problem(`${name} is given twice, and it takes one value`, 'usage')
    }
  }
  return values
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

interface Assignment {
  name: string
  value: string
  json: boolean
}

function assignment(word: string): Assignment | undefined {
  const [, name, colon, value] = /^([^\s=:]+)(:?)=(.*)$/s.exec(word) ?? []
  return name === undefined || value === undefined ? undefined : { name, value, json: colon === ':' }
}

/** The error of a word that is neither a model nor a parameter. A sentence was probably meant as the prompt. */
function misunderstood(word: string, parameters: readonly Parameter[], line: readonly string[]): never {
  const prompt = parameters.find(({ kind }) => kind === 'prompt')
  if (prompt !== undefined && !line.some((each) => assignment(each)?.name === prompt.name)) {
    const meant = `${prompt.name}=${word}`
    throw new Problem(`${JSON.stringify(word)} is not a parameter; write ${JSON.stringify(meant)}`, 'usage', [
      line.map((each) => (each === word ? meant : each)),
    ])
  }
  throw new Problem(
    `${JSON.stringify(word)} is not a parameter; write name=value, such as duration=5, or @body.json`,
    'usage',
  )
}

/** One word as a value of its parameter's type. Without a parameter the word decides for itself. */
function typed(word: string, parameter: Parameter | undefined): JsonValue {
  switch (parameter?.kind) {
    case 'integer':
    case 'number':
      return numeric(word) ?? word
    case 'enum':
      return parameter.type === 'string' ? word : (numeric(word) ?? word)
    case 'boolean':
      return word === 'true' ? true : word === 'false' ? false : word
    case 'list':
      return typed(word, parameter.items)
    case 'array':
    case 'object':
      return /^\s*[[{]/.test(word) ? parsed(word) : word
    case 'prompt':
    case 'string':
    case 'media':
      return word
    case undefined:
      return word === 'true' ? true : word === 'false' ? false : (numeric(word) ?? word)
  }
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

function isBodyFile(word: string): boolean {
  return word.startsWith('@') && word.length > 1
}

import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { JsonValue } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { findModel } from '../catalogue.js'
import { Problem } from '../problem.js'

/** A request body as the command line says it. */
export interface TypedRequest {
  model: string
  body: Record<string, JsonValue>
  /** Whether the body comes from files alone, so that it stands as a program wrote it. */
  whole: boolean
}

/**
 * Reads `[model] [@body.json] [name=value …] [name:=json …]` into a body. Values take the types of the catalogue:
 * `duration=5` is a whole number, `watermark=true` true, a media parameter may be given several times. What does not
 * read as its type stays a text, so that validation can say what is wrong with it. A file's values give way to words;
 * `@-` is a body on standard input.
 */
export async function readRequest(words: readonly string[], input: Readable = process.stdin): Promise<TypedRequest> {
  const [first] = words
  const named = first !== undefined && !isBodyFile(first) && assignment(first) === undefined ? first : undefined
  const rest = named === undefined ? words : words.slice(1)
  const body: Record<string, JsonValue> = {}
  for (const file of rest.filter(isBodyFile)) assign(body, await readBody(file.slice(1), input))
  const model = named ?? body.model
  if (typeof model !== 'string') throw new Problem('no model is named', 'usage', ['model-tasks models'])
  if (named !== undefined && body.model !== undefined && body.model !== named) {
    throw new Problem(
      `the command names ${named} and the file names ${JSON.stringify(body.model)}; leave one out`,
      'usage',
    )
  }
  assign(
    body,
    readValues(
      rest.filter((word) => !isBodyFile(word)),
      findModel(model)?.parameters ?? [],
    ),
  )
  delete body.model
  return { model, body: { model, ...body }, whole: rest.length > 0 && rest.every(isBodyFile) }
}

function assign(body: Record<string, JsonValue>, values: Iterable<[string, JsonValue]>): void {
  for (const [name, value] of values)
    Object.defineProperty(body, name, { value, enumerable: true, configurable: true, writable: true })
}

function readValues(words: readonly string[], parameters: readonly Parameter[]): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>()
  for (const word of words) {
    const { name, value, json } = assignment(word) ?? misunderstood(word)
    const parameter = parameters.find((each) => each.name === name)
    const before = values.get(name)
    if (json) values.set(name, parseJson(value, `${name}:=`))
    else if (parameter?.kind === 'media' || parameter?.kind === 'array') {
      values.set(name, [...(Array.isArray(before) ? before : []), ...(value === '' ? [] : [typed(value, parameter)])])
    } else if (before === undefined) values.set(name, typed(value, parameter))
    else if (parameter === undefined)
      values.set(name, [...(Array.isArray(before) ? before : [before]), typed(value, parameter)])
    else throw new Problem(`${name} is given twice, and it takes one value`, 'usage')
  }
  return values
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

function misunderstood(word: string): never {
  throw new Problem(
    `${JSON.stringify(word)} is no parameter; write name=value, such as duration=5, or @body.json`,
    'usage',
  )
}

/** One word as a value of its parameter's type. Without a parameter the word decides for itself. */
function typed(word: string, parameter: Parameter | undefined): JsonValue {
  switch (parameter?.kind) {
    case 'integer':
      return numeric(word) ?? word
    case 'enum':
      return parameter.type === 'integer' ? (numeric(word) ?? word) : word
    case 'boolean':
      return word === 'true' ? true : word === 'false' ? false : word
    case 'array':
      return /^\s*[[{]/.test(word) ? parseJson(word, `${parameter.name}=`) : word
    case 'prompt':
    case 'string':
    case 'media':
      return word
    case undefined:
      return word === 'true' ? true : word === 'false' ? false : (numeric(word) ?? word)
  }
}

function numeric(word: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(word) ? Number(word) : undefined
}

function isBodyFile(word: string): boolean {
  return word.startsWith('@') && word.length > 1
}

async function readBody(path: string, input: Readable): Promise<[string, JsonValue][]> {
  const content =
    path === '-'
      ? await text(input)
      : await readFile(path, 'utf8').catch((cause: Error) => {
          throw new Problem(`cannot read ${path}: ${cause.message}`, 'usage')
        })
  const body = parseJson(content, path === '-' ? 'standard input' : path)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(`${path}: a request body is a JSON object, such as {"prompt": "A paper boat"}`, 'usage')
  }
  return Object.entries(body)
}

function parseJson(content: string, place: string): JsonValue {
  try {
    return JSON.parse(content) as JsonValue
  } catch (error) {
    throw new Problem(`${place} is not JSON: ${error instanceof Error ? error.message : String(error)}`, 'usage')
  }
}

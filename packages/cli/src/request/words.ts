import type { JsonValue } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'
import { findModel } from '../models/catalogue.js'
import { readBodyFile, readValueFile, type Input } from './value-files.js'
import { addValue, addWord } from './values.js'

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
  const model = named ?? modelWord(rest) ?? body.model
  if (typeof model !== 'string') throw new Problem('no model is named', 'usage', [['models']])
  if (named !== undefined && body.model !== undefined && body.model !== named)
    throw new Problem(
      `the command names ${named} and the file names ${JSON.stringify(body.model)}; leave one out`,
      'usage',
    )
  assign(
    body,
    await readValues(
      rest.filter((word) => !isBodyFile(word) && (named !== undefined || !isModelWord(word))),
      findModel(model)?.parameters ?? [],
      input,
      line,
    ),
  )
  delete body.model
  return { model, body: { model, ...body }, whole: rest.length > 0 && rest.every(isBodyFile) }
}

/** The model of a word such as `model=beta-5.0`, for who writes it like a parameter. */
function modelWord(words: readonly string[]): string | undefined {
  const word = words.find(isModelWord)
  return word === undefined ? undefined : assignment(word)?.value
}

function isModelWord(word: string): boolean {
  return assignment(word)?.name === 'model'
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
    if (json) values.set(name, await readValueFile(name, value, 'json', undefined, input))
    else {
      const isWhole = parameter?.kind === 'media' || parameter?.kind === 'array' || parameter?.kind === 'list'
      const content = isWhole ? value : await readValueFile(name, value, 'string', parameter, input)
      if (content === value) addWord(values, name, value, parameter)
      else addValue(values, name, content, parameter)
    }
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

function isBodyFile(word: string): boolean {
  return word.startsWith('@') && word.length > 1
}

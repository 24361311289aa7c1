import type { JsonValue } from '@model-tasks/spec'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { Problem } from '../failure/problem.js'
import { findModel } from '../models/catalogue.js'
import { memberPath } from './members.js'
import { readBodyFile, readValueFile, type Input } from './value-files.js'
import { addValue, addWord, type Values } from './values.js'

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
 * `camera.zoom=2` is a member of an object. `line` is the whole command line, for the one that was probably meant. `name=@file` takes the value from a file and `name=-` from standard input; for media, `@file` is the file itself.
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
      body,
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
  before: Readonly<Record<string, JsonValue>>,
  parameters: readonly Parameter[],
  input: Input,
  line: readonly string[],
): Promise<Map<string, JsonValue>> {
  const values: Values = new Map()
  const given = new Set<string>()
  for (const word of words) {
    const typed = assignment(word) ?? misunderstood(word, parameters, line)
    const { name } = typed
    const path = memberPath(name, parameters)
    if (path === undefined) {
      const parameter = parameters.find((each) => each.name === name)
      await readValue(values, name, typed, parameter, input)
      continue
    }
    const [holder = '', ...names] = path.names
    const isAgain = given.has(name)
    given.add(name)
    const value = values.get(holder) ?? (Object.hasOwn(before, holder) ? before[holder] : undefined)
    values.set(
      holder,
      await withMember(value, names, async (members, last) => {
        // A word wins over what a body file says, and a second word does not.
        if (!isAgain) members.delete(last)
        await readValue(members, last, typed, path.member, input)
      }),
    )
  }
  return values
}

/** An object with one member of it, or of an object in it, read anew. */
async function withMember(
  value: JsonValue | undefined,
  [name = '', ...inside]: readonly string[],
  read: (members: Values, name: string) => Promise<void>,
): Promise<JsonValue> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const members: Values = new Map(isObject ? Object.entries(value) : [])
  if (inside.length === 0) await read(members, name)
  else members.set(name, await withMember(members.get(name), inside, read))
  return Object.fromEntries(members)
}

/** Reads a word into the values of the object that it is about. */
async function readValue(
  values: Values,
  name: string,
  { value, json }: Assignment,
  parameter: Parameter | undefined,
  input: Input,
): Promise<void> {
  if (json) {
    values.set(name, await readValueFile(name, value, 'json', undefined, input))
    return
  }
  const isWhole = parameter?.kind === 'media' || parameter?.kind === 'array' || parameter?.kind === 'list'
  const content = isWhole ? value : await readValueFile(name, value, 'string', parameter, input)
  if (content === value) addWord(values, name, value, parameter)
  else addValue(values, name, content, parameter)
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

import { equal, isObject, type Json, type JsonObject, type Path, read, readAll, write } from './json.js'
import type { AnswerFacts, Mapping, Operation, Proof } from './mapping.js'
import type { PathPart, Request } from './request-line.js'
import type { Result } from './result.js'
import { readStatus, type StatusReading, type UpstreamState } from './status.js'

/** What an upstream's answer says about a task. */
export interface Reading {
  state: UpstreamState
  /** The upstream's own word; absent where it has none. */
  word?: string
  /** The mapping does not know the word: nothing is concluded from it. */
  unknown?: true
  /** From 0 to 1. */
  progress?: number
  message?: string
  code?: string
  seconds?: number
  usage: { unit: string; amount: number }[]
  /** Where the result is, when completed; absent when the answer has none. */
  result?: Located
}

/** Where a completed task's result is. */
export type Located =
  | { kind: 'url'; url: string; others: string[]; withKey?: true }
  /** `unframed`: nothing but the end of its connection said that it is all. */
  | { kind: 'base64'; data: string; contentType: string; others: string[]; unframed?: true }
  /** An object in S3 or in Google Cloud Storage, as `s3://bucket/key` or `gs://bucket/key`. */
  | { kind: 'object'; uri: string }
  | Extract<Result, { kind: 'content' | 'query' }>

/** Reads the answer to a query, or to a submit that answers with the result. Undefined when it is not a task. */
export function readAnswer({ answer, id }: Operation, body: Json): Reading | undefined {
  // Without a status an answer that is not an error is the completed task.
  const status: StatusReading | undefined =
    answer.status === undefined ? { state: 'completed' } : readStatus(answer.status, body)
  if (status === undefined) return undefined
  const { state } = status
  const result = locate(answer.results, body)
  if (id === undefined && answer.status === undefined && result === undefined) return undefined
  const reading: Reading = { ...status, usage: usageOf(answer, body) }
  const progress = answer.progress === undefined ? undefined : numberAt(body, answer.progress.at)
  if (progress !== undefined && answer.progress !== undefined)
    reading.progress = Math.min(1, Math.max(0, progress / answer.progress.of))
  const message = firstText(body, answer.message)
  if (message !== undefined) reading.message = message
  const code = firstText(body, answer.code)
  if (code !== undefined) reading.code = code
  const seconds = answer.seconds === undefined ? undefined : numberAt(body, answer.seconds)
  if (seconds !== undefined && seconds >= 0) reading.seconds = seconds
  if (state === 'completed' && result !== undefined) reading.result = result
  return reading
}

/** What the answer to a list says of each task in it, by ID; undefined when it is not a list. Items that are not tasks are left out. */
export function readList(operation: Operation, body: Json): Map<string, Reading> | undefined {
  const { list } = operation
  const items = list === undefined ? undefined : read(body, list.items)
  if (list === undefined || !Array.isArray(items)) return undefined
  return new Map(readItems(operation, items, list.within).map(({ id, reading }) => [id, reading]))
}

/** What items of a list say, each with the answer to a query that it is part of. Items that are not tasks are left out. */
export function readItems(
  operation: Operation,
  items: readonly Json[],
  within: Path,
): { id: string; reading: Reading; whole: Json }[] {
  return items.flatMap((item) => {
    const whole = write({}, within, item)
    const id = idAt(whole, operation.answer.id ?? operation.id)
    const reading = readAnswer(operation, whole)
    return id === undefined || reading === undefined ? [] : [{ id, reading, whole }]
  })
}

/** The first of the places that holds a result. */
export function locate(results: readonly Result[], body: Json): Located | undefined {
  for (const result of results) {
    if (result.kind === 'content' || result.kind === 'query') return result
    if (result.kind === 'body') {
      const file = fileIn(body)
      if (file === undefined) continue
      return { kind: 'base64', data: file.base64, contentType: file.contentType, others: [], ...unframedOf(file) }
    }
    const found = readAll(body, result.at)
      .flat()
      .filter((value): value is string => typeof value === 'string' && value !== '')
    const [first, ...others] = found
    if (first === undefined) continue
    if (result.kind === 'object') return { kind: 'object', uri: `${first.replace(/\/$/, '')}${result.file}` }
    return result.kind === 'url'
      ? { kind: 'url', url: first, others, ...(result.withKey === true ? { withKey: true } : {}) }
      : { kind: 'base64', data: first, contentType: result.contentType, others }
  }
  return undefined
}

/** An answer that is a file, and no JSON. */
export interface AnsweredFile {
  base64: string
  contentType: string
  /** Nothing but the end of the connection said that it is all. */
  unframed: boolean
}

/** The member that holds an answer that is a file: no answer in JSON has one of that name. */
const fileMember = ''

/** An answer that is a file as JSON, so that it is kept and read as every other. */
export function withFile({ base64, contentType, unframed }: AnsweredFile): JsonObject {
  return { [fileMember]: { base64, contentType, unframed } }
}

function fileIn(body: Json): AnsweredFile | undefined {
  const { base64, contentType, unframed } = objectAt(body, [fileMember])
  return typeof base64 === 'string' && typeof contentType === 'string'
    ? { base64, contentType, unframed: unframed === true }
    : undefined
}

function unframedOf({ unframed }: AnsweredFile): { unframed?: true } {
  return unframed ? { unframed } : {}
}

const maxIdLength = 512

/**
 * The task's ID in the answer to a submit. Undefined when there is none that a later request can name: dots alone lead
 * to another path, half a character cannot be sent, and a long number was rounded when it was read.
 */
export function readId({ id, idForm }: Pick<Operation, 'id' | 'idForm'>, body: Json): string | undefined {
  return idAt(body, id, idForm !== undefined)
}

/** What an ID must not be or hold: it leads to another path, or cannot be sent. Where slashes stay, that holds of each part. */
const [without, wholeWithout] = [/^\.{0,2}$|\p{Surrogate}/u, /(?:^|\/)\.{0,2}(?:\/|$)|\p{Surrogate}/u]

function idAt(body: Json, at: Path | undefined, staysWhole = false): string | undefined {
  const value = at === undefined ? undefined : read(body, at)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  const names =
    typeof value === 'string' && value.length <= maxIdLength && !(staysWhole ? wholeWithout : without).test(value)
  return names ? value : undefined
}

/** What an error answer says, with the error's own words. */
export interface ErrorReading {
  proves: Proof['proves']
  message?: string
  code?: string
  /** The protocol says so of this very status, and not of a class of them. */
  exact?: true
}

/** What an answer proves about a submit when it is an error, also inside HTTP 200; undefined when it is not one. */
export function readError(
  { errors }: Mapping,
  status: number,
  body: Json | undefined,
  headers?: Pick<Headers, 'get'>,
): ErrorReading | undefined {
  const inside = errors.inside === undefined || body === undefined ? undefined : read(body, errors.inside.at)
  const isInside = inside !== undefined && !errors.inside?.unless.some((value) => equal(value, inside))
  if (status >= 200 && status < 300 && !isInside) return undefined
  const inHeader = errors.codeHeader === undefined ? undefined : headers?.get(errors.codeHeader)?.split(':')[0]
  const code = (body === undefined ? undefined : firstText(body, errors.code)) ?? (inHeader || undefined)
  const message = body === undefined ? undefined : firstText(body, errors.message)
  const words = message?.toLowerCase() ?? ''
  const proof = errors.proofs.find(
    ({ from, to, codes, says }) =>
      status >= from &&
      status <= to &&
      (codes === undefined || (code !== undefined && codes.includes(code))) &&
      (says === undefined || says.some((text) => words.includes(text))),
  )
  return {
    proves: proof?.proves ?? 'may-exist',
    ...(proof !== undefined && proof.from === proof.to ? { exact: true } : {}),
    ...(message === undefined ? {} : { message }),
    ...(code === undefined ? {} : { code }),
  }
}

/** The path of a request with its variables put in, each encoded; the slashes of a model ID stay. */
export function pathOf(parts: readonly PathPart[], { id = '', model }: { id?: string; model: string }): string {
  return parts.map((part) => (typeof part === 'string' ? part : variables[part.variable](id, model))).join('')
}

/** The headers of a request of its own. */
export function headersOf(
  { headers = {} }: Pick<Request, 'headers'>,
  { model }: { model: string },
): {
  [name: string]: string
} {
  return Object.fromEntries(Object.entries(headers).map(([name, parts]) => [name, pathOf(parts, { model })]))
}

const variables = {
  id: (id: string) => encodeURIComponent(id),
  name: (id: string) => encodedPath(id),
  model: (_id: string, model: string) => encodedPath(model),
  /** Owner and name, without the path of the endpoint. */
  app: (_id: string, model: string) => encodedPath(model.split('/').slice(0, 2).join('/')),
}

function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The first of the places that holds a message; a list of messages is joined. */
export function firstText(body: Json, paths: readonly Path[]): string | undefined {
  for (const path of paths) {
    const value = read(body, path)
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

function objectAt(body: Json, path: Path): JsonObject {
  const value = read(body, path)
  return isObject(value) ? value : {}
}

function numberAt(body: Json, path: Path): number | undefined {
  const value = read(body, path)
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function usageOf({ usage }: AnswerFacts, body: Json): Reading['usage'] {
  return usage.flatMap(({ at, unit }) => {
    const amount = numberAt(body, at)
    return amount === undefined ? [] : [{ unit, amount }]
  })
}

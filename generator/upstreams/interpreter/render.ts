import { pathOf } from './answer.js'
import { type Json, type Path, read, write } from './json.js'
import type { Mapping, Operation, ToldMember, Webhooks } from './mapping.js'
import { toldId } from './named.js'
import type { Result } from './result.js'
import type { UpstreamState } from './status.js'
import { writeSigns, writeStatus } from './status.js'

/** A task, as a fake server or a native API tells of it. */
export interface Told {
  id: string
  /** The ID under which the caller asked for the model. */
  model: string
  /** Unix time in seconds. */
  created: number
  /** What the paths of links are put behind. */
  baseUrl: string
  state: UpstreamState
  /** From 0 to 1. */
  progress?: number
  /** When it was completed, and until when its files are kept, in seconds since 1970. */
  completed?: number
  expires?: number
  url?: string
  /** The file itself, for upstreams that answer with it. */
  base64?: string
  /** The other files, where it made several: what `url` and `base64` are of the first. */
  others?: readonly { url?: string; base64?: string }[]
  message?: string
  code?: string
  seconds?: number
  /** What it was asked for, as the body of a submit: see `toldParameters`. */
  sent?: Json
}

/** The answer to an accepted submit. */
export function renderSubmit(operation: Operation, task: Told): Json {
  if (operation.id === undefined) return renderState(operation, task, 'submit')
  return write(renderState(operation, task, 'submit'), operation.id, toldId(operation, task))
}

/** The answer to a query. */
export function renderQuery(operation: Operation, task: Told): Json {
  const place = operation.answer.id ?? operation.id
  const body = renderState(operation, task, 'query')
  return place === undefined ? body : write(body, place, toldId(operation, task))
}

/** The answer to a list of tasks. */
export function renderList(operation: Operation, tasks: readonly Told[]): Json {
  const { list } = operation
  if (list === undefined) return {}
  return write(
    {},
    list.items,
    tasks.map((task) => read(renderQuery(operation, task), list.within) ?? {}),
  )
}

/** The body of a webhook that tells of a task. */
export function renderWebhook({ told }: Webhooks, operation: Operation, task: Told): Json {
  if (told.length === 0) return renderQuery(operation, task)
  const named = { ...task, id: toldId(operation, task) }
  return told.reduce<Json>((body, { at, fact }) => write(body, at, named[fact]), {})
}

function renderState(operation: Operation, task: Told, which: 'submit' | 'query'): Json {
  const { answer, told } = operation
  const named = { ...task, id: toldId(operation, task) }
  let body: Json = {}
  for (const member of told)
    if (member.in === which || member.in === 'both') body = write(body, member.at, valueOf(member, named))
  if (answer.status !== undefined) body = writeStatus(answer.status, body, task.state)
  if (answer.progress !== undefined && task.progress !== undefined)
    body = write(body, answer.progress.at, Math.round(task.progress * answer.progress.of))
  if (task.state === 'completed') {
    // The result first: it is added to a list, of whose first item another member may tell the length.
    body = renderResult(body, answer.results, task)
    if (answer.seconds !== undefined && task.seconds !== undefined)
      body = write(body, answer.seconds, answer.secondsAsText === true ? String(task.seconds) : task.seconds)
    return body
  }
  const [message] = answer.message
  const [code] = answer.code
  if (task.message !== undefined && message !== undefined) body = write(body, message, task.message)
  if (task.code !== undefined && code !== undefined) body = write(body, code, task.code)
  return answer.status === undefined
    ? body
    : writeSigns(answer.status, body, task.state, task.message ?? task.code ?? task.state)
}

function valueOf({ from }: ToldMember, task: Told): Json {
  switch (from.kind) {
    case 'link':
      return `${task.baseUrl}${pathOf(from.request.path, task)}`
    case 'constant':
      return from.value
    case 'id':
    case 'model':
    case 'created':
      return task[from.kind]
    case 'completed':
    case 'expires':
      return task[from.kind] ?? null
    case 'sent':
      return read(task.sent, from.place) ?? null
  }
}

/** The body with the result's URL where the mapping reads it first, or with the file where it reads no URL or reads the file before. */
export function renderResult(
  body: Json,
  results: readonly Result[],
  { url, base64, others = [] }: Pick<Told, 'url' | 'base64' | 'others'>,
): Json {
  const inFolder = /^(?:s3|gs):/.test(url ?? '') ? results.find(({ kind }) => kind === 'object') : undefined
  const place = inFolder ?? renderedPlace(results)
  if (place?.kind === 'object' && url !== undefined)
    return write(body, place.at, place.file === '' ? `${url}/sample.mp4` : url)
  if (place?.kind === 'url' && url !== undefined) {
    const urls = [url, ...others.flatMap((other) => other.url ?? [])]
    return place.list ? write(body, place.at, urls) : writeEach(body, place.at, urls)
  }
  if (place?.kind !== 'base64' || base64 === undefined) return body
  return writeEach(body, place.at, [base64, ...others.flatMap((other) => other.base64 ?? [])])
}

/** Each of the values where the path appends to a list, else the first: the protocol has no place for more. */
function writeEach(body: Json, at: Path, values: readonly Json[]): Json {
  const written = at.includes('-') ? values : values.slice(0, 1)
  return written.reduce((whole, value) => write(whole, at, value), body)
}

/** Whether answers hold the file itself: a client of the protocol reads no URL. */
export function rendersFile({ answer: { results } }: Operation): boolean {
  const nested = results.map((result) => (result.kind === 'query' ? result.results : []))
  return answersFile(results) || [results, ...nested].some((list) => renderedPlace(list)?.kind === 'base64')
}

/** Whether the answer to a submit is the file, and no JSON. */
export function answersFile(results: readonly Result[]): boolean {
  return results.some(({ kind }) => kind === 'body')
}

function renderedPlace(results: readonly Result[]): Result | undefined {
  const [first] = results
  if (first?.kind === 'base64') return first
  return (
    results.find(({ kind }) => kind === 'url' || kind === 'object') ?? results.find(({ kind }) => kind === 'base64')
  )
}

/** The body of an error answer of this HTTP status; `parameter` is the member of the request's body that is wrong. */
export function renderError(
  { errors }: Mapping,
  status: number,
  message: string,
  code: string,
  parameter?: string,
): Json {
  const [messageAt] = errors.message
  const [codeAt] = errors.code
  let body: Json = messageAt === undefined ? {} : write({}, messageAt, message)
  if (codeAt !== undefined) body = write(body, codeAt, code)
  if (errors.parameter !== undefined && parameter !== undefined) body = write(body, errors.parameter, parameter)
  return errors.status === undefined ? body : write(body, errors.status, status)
}

/** The answer to a submit that names a model which is not known: as the upstream has it, or HTTP 404. */
export function renderUnknownModel(mapping: Mapping, model: string): { status: number; body: Json } {
  const proof = mapping.errors.proofs.find(({ proves }) => proves === 'unknown-model')
  const { from = 404, to = 404, codes, says } = proof ?? {}
  const words = `${says?.[0] ?? 'no such model'}: ${model}`
  const status = from <= 404 && to >= 404 ? 404 : from
  return { status, body: renderError(mapping, status, words, codes?.[0] ?? 'model_not_found') }
}

import {
  findIdentifiers,
  notSent,
  outcomeOfFailure,
  requestIdOf,
  type Answer,
  type MayExist,
  type NotSent,
} from '@model-tasks/client/policy'
import {
  readAnswer,
  readError,
  readRate,
  type Operation,
  type Result,
} from '@model-tasks/documents/upstreams/interpreter'
import { shapeOf } from '@model-tasks/spec/measures/shape'
import { boundedRequest } from '../bounded-request.js'
import { CredentialsError, type ProvenRequest } from '../credentials/credentials.js'
import { dateOf } from '../date-of.js'
import type { LimitedRequests, Pause } from '../../../domain/provider/provider.js'
import type { TaskKind } from '../../../domain/task/record.js'
import { jsonOf, safeWords } from './answers.js'
import type { Connection } from './connection.js'
import type { EncodedBody } from './encode.js'
import { readFileAnswer } from './file-answer.js'

/** One request below the base URL. */
export interface UpstreamRequest {
  /** What it is for. */
  action: 'upload' | 'submit' | 'query' | 'list' | 'result' | 'cancel' | 'probe' | 'secret'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** A URL in place of the path, which may be of another host that the protocol trusts with the key. */
  url?: string | undefined
  /** Parameters that the path gets beside its own, encoded and without a question mark. */
  query?: string | undefined
  headers?: Readonly<Record<string, string>>
  content?: EncodedBody
  /** What results are read from its answer: one with files in it may be longer. */
  results?: readonly Result[]
  /** What the file is that its answer may be in place of JSON. */
  file?: TaskKind | undefined
  /** Milliseconds that it may take; default: `requestTimeout`. */
  timeout?: number
  /** The operation of the task that its answer tells of. */
  tells?: Operation
}

/** An answer, or what the failure to get one proves. An answer may hold the key: its words are quoted with `errorText`. */
export type Exchanged =
  | { answer: Answer }
  /** `named`: the IDs in an answer that broke off, for a person who looks for a task that may exist. */
  | { failure: NotSent | MayExist; named?: string }

/** Milliseconds that one request may take, its answer included. */
export const requestTimeout = 60_000
/** The same of a submit whose answer is the result: it is made meanwhile, and is paid for also where no one waits for it. */
export const resultTimeout = 240_000
/** How long an answer may be, in MiB, without and with files as base64 in it; one that is a file is kept as base64. */
const [maxAnswer, maxAnswerWithFiles] = [8, 64]
/** The same of a file, in bytes. */
const maxFileAnswer = (maxAnswerWithFiles * 2 ** 20 * 3) / 4

/** Which of the requests that an upstream counts apart each is. */
const countedAs: Partial<Readonly<Record<UpstreamRequest['action'], LimitedRequests>>> = {
  submit: 'submit',
  query: 'poll',
  list: 'poll',
  result: 'poll',
}

/** Sends one request once. Never rejects, never follows a redirect, and never answers later than its timeout. */
export async function exchange(
  connection: Connection,
  request: UpstreamRequest,
  signal?: AbortSignal,
): Promise<Exchanged> {
  const { clock, credentials } = connection
  let proof: Authorized
  try {
    const { method, path, query, url, content } = request
    proof = await authorized(connection, { method, path: withQuery(path, query), url, content })
  } catch (error) {
    return { failure: notSent(error, true) }
  }
  const begun = { headers: new Headers(), body: '' }
  const onHeaders = (headers: Headers): void => {
    begun.headers = headers
  }
  const onText = (text: string): void => {
    begun.body = text
  }
  const counted = countedAs[request.action]
  const hear = counted === undefined ? undefined : connection.limits.sent(counted)
  try {
    const read = readerOf(request, onText)
    const bounds = {
      clock,
      timeout: request.timeout ?? requestTimeout,
      maxAnswer: limitOf(request),
      signal,
      onHeaders,
      onText,
      read,
    }
    const answer = await boundedRequest(connection.fetch, proof.url, initOf(request, proof), bounds)
    hear?.(readRate(connection.mapping, answer.headers, dateOf(clock)))
    if (answer.status === 401) credentials.discard(proof.token)
    recordAnswer(connection, request, answer)
    return { answer }
  } catch (error) {
    hear?.(undefined)
    return { failure: outcomeOfFailure(error), ...idsIn(begun) }
  }
}

function idsIn({ headers, body }: { headers: Headers; body: string }): { named?: string } {
  const found = findIdentifiers({ headers: new Headers(), json: undefined, body })
  const request = requestIdOf(headers)
  const named = request === undefined ? found : [...found, { name: 'request ID', value: request }]
  const ids = named.filter(({ name }) => !/url|href|link|location/i.test(name))
  return ids.length === 0 ? {} : { named: ids.map(({ name, value }) => `${name} ${value}`).join(', ') }
}

function readerOf({ file }: UpstreamRequest, onText: (text: string) => void) {
  if (file === undefined) return undefined
  const bounds = { kind: file, maxBytes: maxFileAnswer, maxText: maxAnswer, onText }
  return (response: Response): Promise<Answer> => readFileAnswer(response, bounds)
}

function limitOf({ results = [] }: UpstreamRequest): number {
  return results.some(({ kind }) => kind === 'base64') ? maxAnswerWithFiles : maxAnswer
}

function recordAnswer({ record, mapping }: Connection, { action, tells }: UpstreamRequest, answer: Answer): void {
  const json = jsonOf(answer)
  if (record === undefined || json === undefined) return
  const isTask = tells !== undefined && readError(mapping, answer.status, json, answer.headers) === undefined
  const state = isTask ? readAnswer(tells, json)?.state : undefined
  record({
    protocol: mapping.protocol,
    request: action,
    http: answer.status,
    ...(state === undefined ? {} : { state }),
    shape: shapeOf(json),
  })
}

/** A URL below the base URL and the headers that every request has; the token is in one of them. */
interface Authorized {
  url: string
  headers: Record<string, string>
  token: string
}

/** Puts what proves who asks where the protocol has it. Rejects with `CredentialsError` when there is nothing. */
export async function authorized(
  { mapping: { authentication, headers }, baseUrl, credentials }: Connection,
  { method, path = '', url: stated, content }: Pick<UpstreamRequest, 'method' | 'url'> & Unproven,
): Promise<Authorized> {
  const url = stated ?? `${baseUrl}${path}`
  const { token, headers: beside } = await credentials.prove({ method, url, ...(content && sentAs(content)) })
  const { name, prefix } = authentication
  return { url, headers: { ...headers, ...beside, [name]: `${prefix}${token}` }, token }
}

/** What a request asks for before it is proven: a path below the base URL, and what it sends. */
interface Unproven {
  path?: string
  content?: EncodedBody | undefined
}

function sentAs({ body, headers }: EncodedBody): Pick<ProvenRequest, 'body' | 'contentType'> {
  const contentType = headers['content-type']
  return { body, ...(contentType === undefined ? {} : { contentType }) }
}

function withQuery(path: string, query: string | undefined): string {
  return query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

function initOf({ method, headers, content }: UpstreamRequest, proof: Authorized) {
  return {
    method,
    headers: { ...acceptOf(headers), ...content?.headers, ...headers, ...proof.headers },
    ...(content === undefined ? {} : { body: content.body }),
  }
}

/** What is accepted where the protocol does not say it, in capitals or not. */
function acceptOf(headers: UpstreamRequest['headers'] = {}): Record<string, string> {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'accept') ? {} : { accept: 'application/json' }
}

/** Words for a failure without an answer, without the key. */
export function failureText({ cause }: NotSent | MayExist, connection: Connection): string {
  return safeWords(cause instanceof Error ? `${cause.message}${innermost(cause)}` : String(cause), connection)
}

/** Why an upstream should not be asked for a while to which nothing could be sent; undefined where something may have been. */
export function pauseAfter({ proved, cause }: NotSent | MayExist): Pause | undefined {
  if (proved !== 'not sent') return undefined
  return cause instanceof CredentialsError ? cause.pause : { reason: 'unreachable' }
}

function innermost(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? ` (${cause.message || cause.name})` : ''
}

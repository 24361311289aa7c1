import {
  createAnswer,
  outcomeOfFailure,
  readText,
  Scope,
  type Answer,
  type Clock,
  type MayExist,
  type NotSent,
} from '@model-tasks/client/policy'
import { shapeOf, type Mapping, type Result } from '@model-tasks/spec/upstreams/interpreter'
import type { RecordShape } from '../shape-recorder.js'
import { jsonOf, safeWords } from './answers.js'
import type { EncodedBody } from './encode.js'

/** How requests reach one upstream. */
export interface Connection {
  mapping: Mapping
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
  clock: Clock
  /** Takes the shape of each answer; undefined: nothing is recorded. */
  record?: RecordShape | undefined
}

/** One request below the base URL. */
export interface UpstreamRequest {
  /** What it is for. */
  action: 'submit' | 'query' | 'result' | 'cancel' | 'probe'
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  content?: EncodedBody
  /** What results are read from its answer: one with files in it may be longer. */
  results?: readonly Result[]
}

/** An answer, or what the failure to get one proves. An answer may hold the key: its words are quoted with `errorText`. */
export type Exchanged = { answer: Answer } | { failure: NotSent | MayExist }

/** Milliseconds that one request may take, its answer included. */
export const requestTimeout = 60_000
/** How long an answer may be, in MiB, without and with files as base64 in it; one that never ends does not fill the memory. */
const [maxAnswer, maxAnswerWithFiles] = [8, 64]

/** Sends one request once. Never rejects, never follows a redirect, and never answers later than `requestTimeout`. */
export async function exchange(
  connection: Connection,
  request: UpstreamRequest,
  signal?: AbortSignal,
): Promise<Exchanged> {
  const { clock } = connection
  try {
    const scope = new Scope(requestTimeout, signal, clock)
    const answer = await scope.run(async (stop) => {
      const response = await connection.fetch(urlOf(connection, request.path), initOf(connection, request, stop))
      return createAnswer(response.status, response.headers, await readText(response, limitOf(request)))
    })
    recordAnswer(connection, request.action, answer)
    return { answer }
  } catch (error) {
    return { failure: outcomeOfFailure(error) }
  }
}

function limitOf({ results = [] }: UpstreamRequest): number {
  return results.some(({ kind }) => kind === 'base64') ? maxAnswerWithFiles : maxAnswer
}

function recordAnswer({ record, mapping: { protocol } }: Connection, request: string, answer: Answer): void {
  const json = jsonOf(answer)
  if (record !== undefined && json !== undefined)
    record({ protocol, request, http: answer.status, shape: shapeOf(json) })
}

/** The URL of a path, with the key where the upstream takes it in the query. */
export function urlOf({ mapping: { authentication }, baseUrl, apiKey }: Connection, path: string): string {
  const url = `${baseUrl}${path}`
  if (authentication.in === 'header') return url
  return `${url}${url.includes('?') ? '&' : '?'}${encodeURIComponent(authentication.name)}=${encodeURIComponent(apiKey)}`
}

/** Headers that prove who asks. */
export function authorization({ mapping: { authentication }, apiKey }: Connection): Record<string, string> {
  const { in: place, name, prefix } = authentication
  return place === 'header' ? { [name]: `${prefix}${apiKey}` } : {}
}

function initOf(
  connection: Connection,
  { method, headers, content }: UpstreamRequest,
  signal: AbortSignal,
): RequestInit {
  return {
    method,
    signal,
    redirect: 'manual',
    headers: { accept: 'application/json', ...content?.headers, ...headers, ...authorization(connection) },
    ...(content === undefined ? {} : { body: content.body }),
  }
}

/** Words for a failure without an answer, without the key. */
export function failureText({ cause }: NotSent | MayExist, { apiKey }: Connection): string {
  return safeWords(cause instanceof Error ? `${cause.message}${innermost(cause)}` : String(cause), apiKey)
}

function innermost(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? ` (${cause.message || cause.name})` : ''
}

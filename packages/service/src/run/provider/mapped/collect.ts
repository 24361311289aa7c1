import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  firstText,
  locate,
  pathOf,
  type Located,
  type Operation,
  type Reading,
} from '@model-tasks/documents/upstreams/interpreter'
import { models } from '@model-tasks/spec'
import { contentTypeOf, fileUrl, Scope, wrongBeginning, wrongType, type FileUrl } from '@model-tasks/client/policy'
import type { TaskKind } from '../../../domain/task/record.js'
import {
  downloadTimeout,
  maxFiles,
  ResultGone,
  ResultMissing,
  type CollectTask,
  type ProducedFile,
} from '../../../domain/provider/provider.js'
import { storeEach } from '../store-each.js'
import { unservedResult } from '../unserved-result.js'
import { resultTypeOf } from '../../../keep/results/result-key.js'
import { jsonOf, safeWords } from './answers.js'
import type { Connection } from './connection.js'
import { authorized, exchange, failureText, requestTimeout } from './exchange.js'
import { followRedirects, withCredentials } from './follow-redirects.js'
import type { HeldResults } from './held-results.js'
import type { MappedReference } from '../../../domain/provider/reference.js'
import { awaitRoom } from './await-room.js'
import { readTask } from './read-task.js'
import { objectRequest } from './bucket-objects.js'
import { taskIn } from './task-in.js'

/** What fetching a result needs. */
export interface Collector {
  connection: Connection
  held: HeldResults
  fetchResult: typeof fetch
  /** How large a file may be, in bytes. */
  maxFileBytes: number
}

/**
 * Fetches the file of a completed task. Rejects with `ResultGone` when the upstream proves that there is none, with
 * `ResultMissing` when it has none at the moment or serves something else in its place. The key is sent only to the host of the upstream's base URL, and with a URL
 * that came from an answer only where the protocol says so.
 */
export async function collectResult(
  collector: Collector,
  { kind, model, reference, partial = false }: CollectTask,
  directory: string,
  signal: AbortSignal,
): Promise<ProducedFile> {
  const { connection } = collector
  const task = taskIn(connection.mapping, reference)
  if (task === undefined) throw new Error(`the reference ${reference} cannot be read`)
  const { parsed, operation } = task
  const reading =
    operation.query === undefined
      ? await heldReading(collector, operation, parsed.id)
      : await currentReading(collector, operation, parsed, signal)
  const { title } = connection.mapping
  // An upstream's servers may differ for a while: what has completed a task before proves more than an older state.
  if (reading?.state === 'queued' || reading?.state === 'processing')
    throw new Error(
      safeWords(`${title} completed the task, and says now that it is ${reading.word ?? reading.state}`, connection),
    )
  if (reading?.result === undefined)
    throw new ResultMissing(`${title} completed the task and its answer names no result`)
  const { located, usage } = await resolved(connection, reading.result, parsed, signal)
  const used = [...reading.usage, ...usage]
  const files = filesIn(located)
  const stored = await storeEach(files.length, partial, async (number) => {
    const path = join(directory, `result-${number}`)
    const file = await store(collector, files[number] ?? located, parsed, path, signal)
    const { bytes, unframed } = file
    return { path, bytes, contentType: resultTypeOf(kind, file.contentType), ...(unframed && { unframed }) }
  })
  return {
    ...stored,
    ...(used.length === 0 ? {} : { usage: used }),
    ...(reading.seconds === undefined ? {} : { seconds: reading.seconds }),
    ...fieldsOf(model, located),
  }
}

/** A file that was received. */
interface Received {
  bytes: number
  contentType: string | undefined
  /** Nothing but the end of the connection says that this is all. */
  unframed: boolean
}

/** A file is asked for as it is. */
const identity = { 'accept-encoding': 'identity' }

type LocatedFile = Exclude<Located, { kind: 'query' }>

/** Each file of an answer that names several. */
function filesIn(located: LocatedFile): LocatedFile[] {
  if (located.kind === 'content' || located.kind === 'object') return [located]
  const others: LocatedFile[] =
    located.kind === 'url'
      ? located.others.map((url) => ({ ...located, url, others: [] }))
      : located.others.map((data) => ({ ...located, data, others: [] }))
  return [located, ...others].slice(0, maxFiles)
}

/** The upstream's own URLs, for the models whose tasks show them (interface: Task, `upstream_url`). */
function fieldsOf(model: string, located: Located): Pick<ProducedFile, 'fields'> {
  if (located.kind !== 'url' || !Object.hasOwn(models, model)) return {}
  const { responseExtras } = models[model as keyof typeof models]
  const urls = [located.url, ...located.others].filter((url) => /^https?:/i.test(url))
  const [upstream_url] = urls
  if (upstream_url === undefined) return {}
  const all = { upstream_url, upstream_urls: urls }
  const shown = Object.entries(all).filter(([name]) => responseExtras.includes(name))
  return shown.length === 0 ? {} : { fields: Object.fromEntries(shown) }
}

/** The answer that was kept. Rejects where it is not here, so that the task is left to a process that has it. */
async function heldReading({ connection, held }: Collector, operation: Operation, id: string): Promise<Reading> {
  const reading = await held.read(operation, id)
  if (reading !== undefined) return reading
  throw new Error(
    `the answer of ${connection.mapping.title} with the result is not in the file store; see whether this process has that of the one that submitted the task`,
  )
}

/** The answer is asked for again: signed URLs of an earlier one may have expired. */
async function currentReading(
  { connection }: Collector,
  operation: Operation,
  reference: MappedReference,
  signal: AbortSignal,
): Promise<Reading> {
  await awaitRoom(connection, signal)
  const read = await readTask(connection, operation, reference, signal)
  if ('reading' in read) return read.reading
  if (read.state === 'missing') throw new ResultMissing(read.error)
  throw new Error(read.error)
}

/** Follows a result that a second request names, whose answer may say what the task used. */
async function resolved(
  connection: Connection,
  located: Located,
  reference: MappedReference,
  signal: AbortSignal,
): Promise<{ located: LocatedFile; usage: Reading['usage'] }> {
  if (located.kind !== 'query') return { located, usage: [] }
  const { mapping } = connection
  await awaitRoom(connection, signal)
  const outcome = await exchange(
    connection,
    {
      action: 'result',
      method: 'GET',
      path: pathOf(located.request.path, reference),
      results: located.results,
    },
    signal,
  )
  if ('failure' in outcome) throw new Error(failureText(outcome.failure, connection))
  const { answer } = outcome
  const json = jsonOf(answer)
  if (answer.status >= 200 && answer.status < 300 && json !== undefined) {
    const next = locate(located.results, json)
    if (next === undefined || next.kind === 'query')
      throw new ResultMissing(`${mapping.title} completed the task and its answer names no result`)
    return { located: next, usage: usageIn(located, answer.headers) }
  }
  const message = json === undefined ? undefined : firstText(json, located.message)
  const text = safeWords(message ?? `${mapping.title} answered HTTP ${answer.status} for the result`, connection)
  // Of a request with the key, 401 and 403 say more about the key than about the result.
  if ([401, 403, 408, 425, 429].includes(answer.status)) throw new Error(text)
  const unserved = unservedResult(answer.status, text)
  if (unserved !== undefined) throw unserved
  // The result of a task that failed there is an error of the request; anything else may pass.
  throw answer.status >= 400 && answer.status < 500 ? new ResultGone(text) : new Error(text)
}

/** What a header says that the task used; nothing where it is not there, or holds no number. */
function usageIn({ usage }: Extract<Located, { kind: 'query' }>, headers: Pick<Headers, 'get'>): Reading['usage'] {
  const told = usage === undefined ? null : headers.get(usage.header)
  const amount = told === null || told.trim() === '' ? NaN : Number(told)
  return usage === undefined || !Number.isFinite(amount) ? [] : [{ unit: usage.unit, amount }]
}

async function store(
  collector: Collector,
  located: Exclude<Located, { kind: 'query' }>,
  reference: MappedReference,
  path: string,
  signal: AbortSignal,
): Promise<Received> {
  const { connection, fetchResult } = collector
  if (located.kind === 'base64') {
    const bytes = decoded(located.data)
    const wrong = bytes === undefined ? 'expected base64' : wrongBeginning(bytes, located.contentType)
    if (bytes === undefined || wrong !== undefined)
      throw new ResultGone(`${connection.mapping.title} completed the task and its answer holds no file: ${wrong}`)
    await writeFile(path, bytes)
    return { bytes: bytes.length, contentType: located.contentType, unframed: located.unframed === true }
  }
  if (located.kind === 'url' && !isKeyed(connection, located)) {
    const place = placeOf(connection, located.url)
    return download(collector, reference.kind, (stop) => fetchPlace(collector, place, stop), path, signal)
  }
  if (located.kind === 'object') {
    const { url, headers, token } = await objectRequest(connection, located.uri)
    const get = async (stop: AbortSignal): Promise<Response> => {
      const response = await fetchResult(url, {
        headers: { ...headers, ...identity },
        signal: stop,
        redirect: 'manual',
      })
      if (response.status === 401) connection.credentials.discard(token)
      return response
    }
    return download(collector, reference.kind, get, path, signal)
  }
  const { url, headers, token } =
    located.kind === 'url'
      ? await authorized(connection, { method: 'GET', url: located.url })
      : await authorized(connection, { method: 'GET', path: pathOf(located.request.path, reference) })
  const get = async (stop: AbortSignal): Promise<Response> => {
    const about = { others: identity, title: connection.mapping.title, signal: stop }
    const send = async (to: string, init: RequestInit): Promise<Response> => {
      const response = await fetchResult(to, init)
      if (response.status === 401 && to === url) connection.credentials.discard(token)
      return response
    }
    // Elsewhere the key is not sent.
    return followRedirects(send, { href: url, headers: { ...headers, ...identity } }, about)
  }
  return download(collector, reference.kind, get, path, signal)
}

/** Fetches what an answer names: a file on a host, or one that the URL itself holds. */
function fetchPlace({ connection, fetchResult }: Collector, place: FileUrl, signal: AbortSignal): Promise<Response> {
  const { href } = place
  if (isData(href)) return fetchResult(href)
  const about = { others: identity, title: connection.mapping.title, signal }
  return followRedirects(fetchResult, { href, headers: withCredentials(identity, place) }, about)
}

/** Whether a URL is asked with the key: the protocol says that files are served only for it, and the host is that of the base URL. */
function isKeyed({ baseUrl }: Connection, { withKey, url }: Extract<Located, { kind: 'url' }>): boolean {
  return withKey === true && URL.canParse(url) && new URL(url).origin === new URL(baseUrl).origin
}

const isData = (url: string): boolean => /^data:/i.test(url)

/** Where a file is that an answer names. */
function placeOf({ mapping, baseUrl }: Connection, url: string): FileUrl {
  const place = isData(url) ? { href: url, authorization: undefined } : fileUrl(url, baseUrl)
  if (place !== undefined) return place
  throw new ResultMissing(`${mapping.title} completed the task and names no URL from which a file can be fetched`)
}

/** The bytes that base64 stands for; undefined when it is not base64, or of nothing. */
function decoded(data: string): Buffer | undefined {
  const bytes = /^[\w+/\s-]*={0,2}\s*$/.test(data) ? Buffer.from(data, 'base64') : undefined
  return bytes === undefined || bytes.length === 0 ? undefined : bytes
}

async function download(
  { connection: { mapping, clock }, maxFileBytes }: Collector,
  kind: TaskKind,
  get: (signal: AbortSignal) => Promise<Response>,
  path: string,
  signal: AbortSignal,
): Promise<Received> {
  return new Scope(downloadTimeout, signal, clock).run(async (stop) => {
    const transfer = new AbortController()
    // A host that goes silent keeps the files of others waiting no longer than that.
    const patience = new Scope(Infinity, stop, clock)
    try {
      const ends = AbortSignal.any([stop, transfer.signal])
      const response = await patience.run(() => get(ends), requestTimeout)
      return await receive({ response, title: mapping.title, kind, maxFileBytes, patience }, path, stop)
    } finally {
      transfer.abort()
    }
  })
}

/** A file that is being received. */
interface Incoming {
  response: Response
  /** Of the protocol, for the errors. */
  title: string
  kind: TaskKind
  maxFileBytes: number
  patience: Scope
}

async function receive(
  { response, title, kind, maxFileBytes, patience }: Incoming,
  path: string,
  stop: AbortSignal,
): Promise<Received> {
  const { status, headers, body, url } = response
  const unserved = unservedResult(
    status,
    `${title} completed the task and no longer serves its result (HTTP ${status})`,
  )
  if (unserved !== undefined) throw unserved
  const refuse = (wrong: string | undefined): void => {
    if (wrong !== undefined)
      throw new ResultMissing(`the file of ${title} is not a result: ${wrong}`, { replaced: true })
  }
  if (status === 206) refuse('it is a part of the file (HTTP 206) that was not asked for')
  if (status !== 200 || body === null) throw new Error(`${title} answered HTTP ${status} for the file`)
  // What is decoded may end early without an error, and has not the length that the host states.
  const encoded = !['', 'identity', 'aws-chunked'].includes((headers.get('content-encoding') ?? '').toLowerCase())
  const length = encoded ? null : headers.get('content-length')
  const contentType = contentTypeOf(headers)
  const refuseMoreThan = (bytes: number): void => {
    if (bytes > maxFileBytes) refuse(`it is larger than ${maxFileBytes} bytes`)
  }
  refuse(wrongType(contentType, { object: kind }))
  refuseMoreThan(Number(length ?? 0))
  let bytes = 0
  const counted = chunksOf(body, patience, (chunk) => {
    if (bytes === 0) refuse(wrongBeginning(chunk, contentType))
    bytes += chunk.length
    refuseMoreThan(bytes)
  })
  await pipeline(counted, createWriteStream(path), { signal: stop })
  const range = /^bytes 0-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  for (const stated of [range, length])
    if (Number(stated ?? bytes) !== bytes) refuse(`it has ${bytes} of the ${stated} bytes that were announced`)
  if (bytes === 0) refuse('it is empty')
  const framed = length !== null || isData(url) || (!encoded && headers.has('transfer-encoding'))
  return { bytes, contentType, unframed: !framed }
}

/** The chunks of a body, each looked at before it is passed on. A body that is not read to its end is let go. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  patience: Scope,
  look: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await patience.run(() => reader.read(), requestTimeout)
      if (done) return
      look(value)
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

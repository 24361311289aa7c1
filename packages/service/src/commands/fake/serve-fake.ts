import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { plainHeaders } from '../../edge/http/plain-headers.js'
import { matchRoute, routesOf, type RouteAction } from '../../edge/protocol/routes.js'
import { keyOf, readBody } from '../../edge/protocol/read-request.js'
import { type ProtocolAnswer } from '../../edge/protocol/backend.js'
import { renderError } from '@model-tasks/documents/upstreams/interpreter'
import { createFakeUpstream, type FakeTask } from './fake-upstream.js'
import { FakeLimits, type CountedRequests, type FakeLimit } from './fake-limits.js'
import { catalogueLists } from './catalogue-lists.js'
import { fakeFile } from './fake-file.js'
import { tokenPathOf } from './token-desk.js'

/** How a fake is served. */
export interface FakeOptions {
  /** 0: any that is free. */
  port?: number
  host?: string
  /** Milliseconds from the submit to the end of a task. */
  duration?: number
  key?: string
  /** The model IDs that it knows; default: any. */
  models?: readonly string[]
  /** The lists of values that it has; default: those of the catalogue's models. */
  lists?: Readonly<Record<string, readonly string[]>>
  now?: () => number
  /** Milliseconds since 1970, for tokens that expire; default: `now`. */
  date?: () => number
  /** How many submits and queries it takes; default: any number. */
  limit?: FakeLimit
  /** Called with each request before it is answered; what it answers happens instead. */
  intercept?: (request: InterceptedRequest) => Interception | undefined
}

/** A request as a test sees it. */
export interface InterceptedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** What happens to a request in a test: a reset, no answer at all, or another answer. `after`: the fake does its work first. */
export type Interception = ({ reset: true } | { hang: true } | { answer: FakeAnswer }) & { after?: true }
export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  /** Chunks are sent as they come, without an announced length. */
  body: string | AsyncIterable<string | Uint8Array>
}

/** A fake that is served. */
export interface ServedFake {
  /** What the vendor's client takes as its base URL. */
  baseUrl: string
  readonly tasks: readonly FakeTask[]
  /** The lists of values that it answers, by their names. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  /** Every file that was uploaded, as a data URI. */
  readonly uploads: readonly string[]
  /** What its webhooks can be checked with, as an operator would set it; undefined where they are not signed. */
  readonly webhookSecret: string | undefined
  /** What was counted of requests of a kind, `submit` or `poll`, where it has a limit. */
  counted(kind: string): CountedRequests
  /** Tells of every task that has ended since, where its submit asked for that. Answers the HTTP status of each receiver. */
  tell(): Promise<(number | undefined)[]>
  close(): Promise<void>
}

/** Serves a fake upstream on this machine. */
export async function serveFake(mapping: Mapping, options: FakeOptions = {}): Promise<ServedFake> {
  const { port = 0, host = '127.0.0.1', duration = 0, key, models, now = Date.now, date = now, intercept } = options
  const { key: signedWith } = mapping.webhooks?.signature ?? {}
  const keySetPath = signedWith?.by === 'key-set' ? new URL(signedWith.url).pathname : undefined
  const lists = options.lists ?? catalogueLists(mapping)
  let origin = ''
  const fake = createFakeUpstream(mapping, {
    now,
    date,
    duration,
    lists,
    ...(key === undefined ? {} : { key }),
    ...(models === undefined ? {} : { models }),
    baseUrl: () => origin,
    uploadUrl: (number) => `${origin}/fake-uploads/${number}`,
    resultUrl: (id) => `${origin}/fake-files/${encodeURIComponent(id)}`,
  })
  const limits = options.limit && new FakeLimits(mapping, options.limit, date)
  const routes = routesOf(mapping)
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    const method = request.method ?? 'GET'
    const bytes = await readAll(request)
    const headers = plainHeaders(request.headers)
    const seen = { method, path: url.pathname, query: url.searchParams, headers, body: bytes.toString() }
    const caught = intercept?.(seen)
    if (caught === undefined || caught.after === true) {
      const before = fake.tasks.length
      const made = await respond(request, url, method, bytes)
      // In real time the task that was just submitted ends after its duration.
      if (options.now === undefined && fake.tasks.length > before)
        setTimeout(() => void fake.tell(), duration + 1).unref()
      if (caught === undefined) return send(response, made)
    }
    if (caught === undefined || 'hang' in caught) return
    if ('reset' in caught) request.socket.resetAndDestroy()
    else send(response, caught.answer)
  }
  async function respond(request: IncomingMessage, url: URL, method: string, bytes: Buffer): Promise<Sent> {
    const file = /^\/fake-files\/([^/]+)$/.exec(url.pathname)?.[1]
    const headers = plainHeaders(request.headers)
    if (file !== undefined) {
      const task = fake.tasks.find(({ id }) => id === decodeURIComponent(file))
      const refusal = task && fake.refusalOfFile(task, keyOf(mapping, headers))
      if (refusal !== undefined) return sentOf({ status: 403, body: renderError(mapping, 403, refusal, 'permission') })
      return fileOf(task)
    }
    const body = await readBody(bytes, headers['content-type'] ?? '').catch(() => 'unreadable' as const)
    if (body === 'unreadable')
      return sentOf({ status: 400, body: renderError(mapping, 400, 'the body cannot be read', 'invalid_request') })
    const object = fake.objectAt({ method, target: request.url ?? '/', headers, bytes })
    if (object !== undefined)
      return object.refusal === undefined ? fileOf(object.task) : { status: 403, body: object.refusal }
    if (method === 'POST' && url.pathname === tokenPathOf(mapping.authentication))
      return sentOf(fake.exchange(body ?? {}, headers['authorization']))
    if (method === 'GET' && url.pathname === keySetPath) return sentOf({ status: 200, body: fake.keySet })
    const seen = { method, path: url.pathname, query: url.searchParams, headers, body }
    const counted = limits?.count(countedAs[matchRoute(routes, seen)?.route.action ?? 'probe'] ?? 'other')
    if (counted !== undefined && 'rejection' in counted) return sentOf(counted.rejection)
    const answered = sentOf(
      await fake.handle({
        method,
        path: url.pathname,
        query: url.searchParams,
        baseUrl: origin,
        key: keyOf(mapping, headers),
        body,
        headers,
        raw: { target: request.url ?? '/', bytes },
      }),
    )
    return { ...answered, headers: { ...answered.headers, ...counted?.headers } }
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  origin = `http://${host}:${isAddress(address) ? address.port : port}`
  return {
    baseUrl: origin,
    uploads: fake.uploads,
    lists,
    webhookSecret: fake.webhookSecret,
    get tasks() {
      return fake.tasks
    },
    counted: (kind) => limits?.counted(kind) ?? { taken: 0, rejected: 0 },
    tell: () => fake.tell(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** Which requests are counted together. */
const countedAs: Partial<Readonly<Record<RouteAction, string>>> = {
  submit: 'submit',
  query: 'poll',
  list: 'poll',
  result: 'poll',
}

interface Sent {
  status: number
  headers?: Record<string, string>
  body: string | Buffer | AsyncIterable<string | Uint8Array>
}

function sentOf({ status, body, file, headers, redirect }: ProtocolAnswer): Sent {
  if (file !== undefined) return { status, headers: { 'content-type': file.contentType }, body: file.bytes }
  return {
    status,
    headers: {
      ...(redirect === undefined ? { 'content-type': 'application/json' } : { location: redirect }),
      ...headers,
    },
    body: body === undefined || status === 204 ? '' : JSON.stringify(body),
  }
}

function fileOf(task: FakeTask | undefined): Sent {
  if (task === undefined) return { status: 404, body: '' }
  const { contentType, bytes } = fakeFile(task.kind)
  return { status: 200, headers: { 'content-type': contentType }, body: bytes }
}

function send(response: ServerResponse, { status, headers = {}, body }: Sent): void {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    response.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(body)) })
    response.end(body)
  } else {
    response.writeHead(status, headers)
    pipeline(Readable.from(body), response).catch(() => response.destroy())
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Fault, FaultExchange } from './faults.js'
import { serveFile } from './serve-file.js'
import { unknownBytes } from './unknown-bytes.js'
import { FakeTaskStore, type Step, type WireTask } from './fake-task-store.js'

/** What a request asks for. */
export type Route = 'submit' | 'query' | 'capabilities' | 'result' | 'other'

/** A request as it arrived. */
export interface ReceivedRequest {
  route: Route
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface FaultServerOptions {
  /** What queries answer, one step a query; the last one stays. Default: processing, then completed. */
  script?: readonly Step[]
  /** Extension ids that `GET …/capabilities` declares. Default: none, and the path is unknown (404). */
  extensions?: readonly string[]
  /** The API keys it knows, each with its account. Default: `test-key` alone. */
  keys?: Readonly<Record<string, string>>
  /** What capabilities declare beside the extensions: the account of the key, for how long Idempotency-Keys are kept, that a task is found by its key, how often a task may be asked for, and how long a query may wait. Default: none. */
  declares?: {
    account?: boolean
    keptSeconds?: number
    keptSince?: string
    lookup?: boolean
    polling?: { minimumSeconds: number }
    wait?: { maximumSeconds: number }
  }
  /** The result file. Default: 64 KiB of chance as video/mp4. */
  result?: { bytes: Buffer; contentType?: string }
}

/** A Model Task Service on loopback that fails on demand. */
export interface FaultServer {
  readonly baseUrl: string
  readonly apiKey: string
  /** Every request, in the order of arrival. */
  readonly requests: readonly ReceivedRequest[]
  /** The tasks that exist. */
  readonly tasks: ReadonlyMap<string, WireTask>
  /** Forgets the Idempotency-Keys it has seen, as a service does with old ones. */
  forgetKeys(): void
  /** The bytes of every result file. */
  readonly result: Buffer
  /** The next requests of a route meet these faults, one each; after them the server behaves. */
  next(route: Route, ...faults: Fault[]): void
  /** The next connection is reset before anything is read from it. */
  resetNextConnection(): void
  /** How many requests of a route have arrived. */
  count(route: Route): number
  /** Resolves as soon as that many requests of a route have arrived. */
  received(route: Route, count: number): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a Model Task Service for tests, on a free loopback port, with fault switches: real connections, real resets.
 * It answers submit, query and the result files as the interface says and knows one key.
 */
export async function startFaultServer({
  script = [{ status: 'processing' }, { status: 'completed' }],
  extensions,
  keys = { 'test-key': 'test-account' },
  declares,
  result,
}: FaultServerOptions = {}): Promise<FaultServer> {
  const [apiKey = ''] = Object.keys(keys)
  const accountOf = ({ headers }: IncomingMessage): string | undefined => {
    const key = headers.authorization?.replace('Bearer ', '') ?? ''
    return Object.hasOwn(keys, key) ? keys[key] : undefined
  }
  const file = { bytes: result?.bytes ?? unknownBytes(64 * 1024), contentType: result?.contentType ?? 'video/mp4' }
  const requests: ReceivedRequest[] = []
  const queues = new Map<Route, Fault[]>()
  const watchers = new Set<() => void>()
  let resets = 0

  const server = createServer((request, response) => {
    void deal(request, response)
  })
  server.on('connection', (socket: Socket) => {
    if (resets > 0 && resets--) socket.resetAndDestroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = new FakeTaskStore(
    script,
    (id) => `${origin}/files/${id}.mp4?signature=secret`,
    extensions?.includes('idempotency') === true,
  )

  async function deal(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const received: ReceivedRequest = {
      route: routeOf(request.method, path),
      method: request.method ?? '',
      path,
      headers: request.headers,
      body: '',
    }
    requests.push(received)
    let body: Promise<string> | undefined
    const read = (): Promise<string> => (body ??= text(request).then((all) => (received.body = all)))
    const exchange: FaultExchange = {
      request,
      response,
      read,
      accept: async () => {
        const all = await read()
        const account = accountOf(request)
        return received.route === 'submit'
          ? store.accept(all, keyOf(request), account)
          : store.advance(idOf(path), account)
      },
      answer: (code, headers, content) => {
        const json = typeof content === 'object' && !Buffer.isBuffer(content)
        response
          .writeHead(code, { ...(json ? { 'content-type': 'application/json' } : {}), ...headers })
          .end(json ? JSON.stringify(content) : content)
      },
    }
    const fault = queues.get(received.route)?.shift()
    const dealt = (fault ?? behave)(exchange)
    for (const watcher of watchers) watcher()
    await dealt
  }

  const behave: Fault = async (exchange) => {
    const { request, response, read, accept, answer } = exchange
    const route = routeOf(request.method, request.url ?? '/')
    const account = accountOf(request)
    if (route === 'capabilities' && extensions) {
      const { account: names = false, polling, wait, ...idempotency } = declares ?? {}
      const declared = {
        ...(declares && { idempotency, polling, wait }),
        ...(names && account !== undefined && { account }),
      }
      return answer(200, {}, { object: 'capabilities', extensions, ...declared })
    }
    if (route === 'result') return serveFile(request, response, file)
    await read()
    const wanted = declares?.lookup === true ? keyWanted(request.url ?? '/') : undefined
    if (route !== 'submit' && route !== 'query' && wanted === undefined) return answer(404, {}, { title: 'Not found' })
    if (account === undefined) return answer(401, {}, { title: 'No such key' })
    if (wanted !== undefined) {
      const found = store.find(wanted, account)
      return answer(200, {}, { object: 'list', data: found ? [found] : [], has_more: false, idempotency_key: wanted })
    }
    const task = await accept()
    if (!task)
      return answer(
        route === 'submit' ? 409 : 404,
        {},
        { title: route === 'submit' ? 'Key used with another body' : 'No such task' },
      )
    answer(200, {}, task)
  }

  const count = (route: Route): number => requests.filter((request) => request.route === route).length
  return {
    baseUrl: `${origin}/api`,
    apiKey,
    requests,
    tasks: store.tasks,
    forgetKeys: () => store.forgetKeys(),
    result: file.bytes,
    count,
    next: (route, ...faults) => {
      queues.set(route, [...(queues.get(route) ?? []), ...faults])
    },
    resetNextConnection: () => {
      resets++
    },
    received: (route, wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (count(route) < wanted) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        look()
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function routeOf(method: string | undefined, path: string): Route {
  if (path.startsWith('/files/')) return 'result'
  if (method === 'POST' && path === '/api/v2/model-center/tasks') return 'submit'
  if (path === '/api/v2/model-center/capabilities') return 'capabilities'
  return method === 'GET' && path.startsWith('/api/v2/model-center/tasks/') ? 'query' : 'other'
}

function idOf(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}

/** The Idempotency-Key by which a task is looked for. */
function keyWanted(path: string): string | undefined {
  const url = new URL(path, 'http://localhost')
  return url.pathname === '/api/v2/model-center/tasks'
    ? (url.searchParams.get('idempotency_key') ?? undefined)
    : undefined
}

function keyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

async function text(request: IncomingMessage): Promise<string> {
  let all = ''
  for await (const chunk of request) all += String(chunk)
  return all
}

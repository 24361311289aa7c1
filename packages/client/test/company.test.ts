import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as client from '../src/index.js'
import {
  ModelTasks,
  responseOf,
  type ModelTasksError,
  type ClientOptions,
  type RequestEvent,
  type ResponseEvent,
} from '../src/index.js'
import { createTestClock, faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'
import { inTurns } from './in-turns.js'

inTurns()

/** `MODEL_TASKS_LONG=1` waits for 10,000 tasks at once. */
const waitsAtOnce = process.env.MODEL_TASKS_LONG === '1' ? 10_000 : 2_000
const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat' }
let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

function create(options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10, logger: {}, ...options })
}
async function failed(promise: Promise<unknown>): Promise<ModelTasksError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ModelTasksError) => error,
  )
}

describe('headers', () => {
  it('of the client and of a call go to the service with each request, and not to the host of a result', async () => {
    const one = create({ headers: { 'X-Team': 'films', 'x-trace': 'client' } })
    const handle = await one.submit(model, input, { headers: { 'X-Trace': 'call' } })
    await handle.wait({ headers: { 'x-step': 'wait' } })
    await (await handle.open()).arrayBuffer()
    const [post, query] = server.requests
    expect(post?.headers).toMatchObject({ 'x-team': 'films', 'x-trace': 'call', 'content-type': 'application/json' })
    expect(query?.headers).toMatchObject({ 'x-team': 'films', 'x-trace': 'client', 'x-step': 'wait' })
    expect(server.requests.at(-1)?.route).toBe('result')
    expect(server.requests.at(-1)?.headers['x-team']).toBeUndefined()
  })

  it('do not replace what the client sends', async () => {
    await create({ headers: { 'content-type': 'text/plain' } }).submit(model, input)
    expect(server.requests[0]?.headers['content-type']).toBe('application/json')
  })

  for (const [headers, message] of [
    [{ Authorization: 'Bearer x' }, 'the option headers has authorization; use the option apiKey'],
    [{ 'Idempotency-Key': 'x' }, 'the option headers has idempotency-key; use the option idempotencyKey'],
    [{ 'a b': 'x' }, 'the option headers has an invalid name or value'],
  ] as const)
    it(`${JSON.stringify(headers)} is an invalid option`, async () => {
      expect(() => create({ headers })).toThrow(message)
      await expect(create().submit(model, input, { headers })).rejects.toMatchObject({ code: 'invalid-option' })
      expect(server.requests).toEqual([])
    })
})

describe('apiKey as a function', () => {
  it('is called once, and again after a 401: the same request goes out once more', async () => {
    const keys = ['expired', server.apiKey]
    let calls = 0
    const one = create({ apiKey: async () => keys[calls++] ?? 'none' })
    expect(calls).toBe(0)
    const handle = await one.submit(model, input)
    expect((await handle.wait()).status).toBe('completed')
    expect(calls).toBe(2)
    expect(server.requests.map(({ route }) => route)).toEqual(['submit', 'submit', 'capabilities', 'query', 'query'])
    const posts = server.requests.filter(({ route }) => route === 'submit')
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(server.tasks.size).toBe(1)
  })

  it('that has no other key ends in an AuthenticationError after one request', async () => {
    let calls = 0
    const error = await failed(create({ apiKey: () => (calls++, 'expired') }).submit(model, input))
    expect(error).toMatchObject({ name: 'AuthenticationError', status: 401 })
    expect([calls, server.count('submit')]).toEqual([2, 1])
  })

  it('that throws after a 401 does, too', async () => {
    let calls = 0
    const one = create({
      apiKey: () => {
        if (calls++ > 0) throw new Error('vault is sealed')
        return 'expired'
      },
    })
    expect(await failed(one.submit(model, input))).toMatchObject({ name: 'AuthenticationError' })
  })

  it('is called once for many requests that are rejected together', async () => {
    let calls = 0
    const one = create({ apiKey: async () => (calls++ === 0 ? 'expired' : server.apiKey) })
    await Promise.all(Array.from({ length: 20 }, () => one.submit(model, input)))
    expect(calls).toBe(2)
    expect(server.tasks.size).toBe(20)
  })

  it('that fails once ends neither a submit nor a wait', async () => {
    let calls = 0
    const one = create({
      apiKey: () => {
        if (calls++ === 0) throw new Error('vault is busy')
        return server.apiKey
      },
    })
    expect((await one.run(model, input)).status).toBe('completed')
    expect(server.count('submit')).toBe(1)
  })

  it.each(['two words', '', undefined, 7])(
    'that provides %j says that it is not a key, and nothing is sent',
    async (key) => {
      const error = await failed(create({ apiKey: () => key as string, retries: 0 }).submit(model, input))
      expect(error).toMatchObject({ code: 'invalid-option', proved: 'not sent' })
      expect(error.message).toContain('to an API key, without spaces')
      expect(server.requests).toEqual([])
    },
  )

  it('that provides another key each time is asked once per request', async () => {
    let calls = 0
    server.next('submit', faults.status(401), faults.status(401))
    const error = await failed(create({ apiKey: () => `key-${++calls}` }).submit(model, input))
    expect(error).toMatchObject({ name: 'AuthenticationError' })
    expect([calls, server.count('submit')]).toEqual([2, 2])
  })

  it('keeps every key it provided out of errors', async () => {
    let calls = 0
    const one = create({ apiKey: () => `secret-${++calls}` })
    server.next('submit', faults.status(401), faults.status(400, { detail: 'not for secret-1 nor secret-2' }))
    expect((await failed(one.submit(model, input))).message).toContain('not for [redacted] nor [redacted]')
  })

  it('remembers a former key, however often it was then provided with the same one', async () => {
    const keys = ['former-key']
    const one = create({ apiKey: () => keys.shift() ?? 'current-key' })
    server.next('query', ...Array.from({ length: 6 }, () => faults.status(401)))
    for (let request = 0; request < 6; request++) await failed(one.query('t1'))
    server.next('query', faults.status(400, { detail: 'not for former-key' }))
    expect((await failed(one.query('t1'))).message).toContain('not for [redacted]')
  })
})

describe('many at once', () => {
  it(`${waitsAtOnce} waits run with 64 requests at a time, in order, none starved`, async () => {
    const clock = createTestClock()
    let running = 0
    let most = 0
    const queries = new Map<string, number>()
    const fetch = async (url: unknown): Promise<Response> => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      const id = String(url).split('/').at(-1) ?? ''
      const count = (queries.get(id) ?? 0) + 1
      queries.set(id, count)
      return Response.json({ id, object: 'video', status: count > 2 ? 'completed' : 'processing', created: 1 })
    }
    const one = create({ clock, fetch, pollInterval: 1_000 })
    let left = waitsAtOnce
    const order: number[] = []
    const waits = Array.from({ length: left }, async (_, index) => {
      await one.task(`t${index}`).wait()
      order.push(index)
      left--
    })
    while (left > 0) {
      clock.advance(1_000)
      await new Promise(setImmediate)
    }
    await Promise.all(waits)
    expect(most).toBe(64)
    // What the service declares is asked for once.
    expect(queries.get('capabilities')).toBe(1)
    queries.delete('capabilities')
    expect(new Set(queries.values())).toEqual(new Set([3]))
    const late = order.map((index, place) => place - index)
    expect(Math.max(...late)).toBeLessThan(waitsAtOnce / 10)
    expect(clock.timers).toEqual([])
  })

  it('maxConcurrency bounds the connections to a real server', async () => {
    let open = 0
    let most = 0
    let arrived = 0
    const sockets = new Set<unknown>()
    // Each answers when the three of its turn have arrived.
    const slow: Fault = async ({ request, accept, answer }) => {
      sockets.add(request.socket)
      const turn = Math.ceil(++arrived / 3)
      most = Math.max(most, ++open)
      const task = await accept()
      await server.received('submit', 3 * turn)
      open--
      answer(200, {}, task ?? {})
    }
    server.next('submit', ...Array.from({ length: 12 }, () => slow))
    const one = create({ maxConcurrency: 3 })
    await Promise.all(Array.from({ length: 12 }, () => one.submit(model, input)))
    expect(most).toBe(3)
    // A socket that is not free yet when the next request starts would mean another socket.
    expect(sockets.size).toBe(3)
  })

  it('requestsPerSecond holds for submits, too', async () => {
    const clock = createTestClock()
    const times: number[] = []
    const fetch = async (): Promise<Response> => {
      times.push(clock.now())
      return Response.json({ id: `t${times.length}`, object: 'video', status: 'queued', created: 1 })
    }
    const one = create({ clock, fetch, requestsPerSecond: 10 })
    let left = 30
    const all = Array.from({ length: left }, () => one.submit(model, input).finally(() => left--))
    while (left > 0) {
      clock.advance(20)
      await new Promise(setImmediate)
    }
    await Promise.all(all)
    expect(times.filter((time) => time < times[0]! + 1_000).length).toBeLessThanOrEqual(11)
  })
})

describe('the HTTP side', () => {
  const headers = { 'x-request-id': 'r-7', 'x-region': 'eu' }

  it('is one line of the log and one event per request: what was asked, what was answered, and how long it took', async () => {
    const clock = createTestClock()
    clock.advance(7_000)
    const lines: unknown[][] = []
    const events: ResponseEvent[] = []
    const requests: RequestEvent[] = []
    const one = create({
      clock,
      logger: { debug: (...line) => lines.push(line) },
      onRequest: (event) => requests.push(event),
      onResponse: (event) => events.push(event),
    })
    server.next('query', async ({ accept, answer }) => {
      clock.advance(40)
      answer(200, {}, { ...(await accept()), id: 't1', object: 'video', status: 'completed' })
    })
    await one.query('t1')
    const url = `${server.baseUrl}/v2/model-center/tasks/t1`
    expect(requests).toEqual([{ method: 'GET', url, headers: { authorization: '[redacted]' } }])
    expect(events).toMatchObject([{ method: 'GET', url, status: 200, milliseconds: 40 }])
    expect(lines).toEqual([[`GET ${url} 200`, events[0]]])
  })

  it('shows no key that was not sent: the host of a result receives none', async () => {
    const requests: RequestEvent[] = []
    const handle = await create({ onRequest: (event) => requests.push(event) }).submit(model, input)
    await (await handle.open()).arrayBuffer()
    expect(requests.at(-1)?.url).toContain('/files/')
    expect(requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  it('of a request without an answer has the status 0', async () => {
    const lines: string[] = []
    const events: ResponseEvent[] = []
    server.next('query', faults.resetAfterReading)
    const one = create({ logger: { debug: (line) => lines.push(line) }, onResponse: (event) => events.push(event) })
    expect(await failed(one.query('t1'))).toMatchObject({ name: 'ConnectionError' })
    expect(events).toMatchObject([{ status: 0, responseHeaders: {}, requestId: undefined }])
    expect(lines).toEqual([`GET ${server.baseUrl}/v2/model-center/tasks/t1 no answer`])
  })

  it('of an answer is on the hook, the result and the handle', async () => {
    const events: ResponseEvent[] = []
    const one = create({ onResponse: (event) => events.push(event) })
    server.next('query', faults.status(200, { id: 't1', object: 'video', status: 'completed' }, headers))
    const handle = one.task('t1')
    const task = await handle.query()
    expect(events[0]).toMatchObject({ requestId: 'r-7', responseHeaders: { 'x-region': 'eu' } })
    expect(responseOf(task)).toMatchObject({ status: 200, requestId: 'r-7' })
    expect(handle.response?.headers.get('x-region')).toBe('eu')
    expect(responseOf({})).toBeUndefined()
    expect(JSON.stringify(task)).toBe('{"id":"t1","object":"video","status":"completed"}')
  })

  it('of an error is on the error', async () => {
    server.next('query', faults.status(500, {}, headers), faults.status(200, {}, headers))
    server.next('submit', faults.status(200, {}, headers))
    for (const call of [create().query('t1'), create().query('t1'), create().submit(model, input)])
      expect((await failed(call)).requestId).toBe('r-7')
  })

  it('of an answer with findings is on the error too, with its status', async () => {
    server.next('submit', faults.status(400, { findings: [{ message: 'prompt: is too long' }] }, headers))
    const error = await failed(create().submit(model, input))
    expect(error.toJSON()).toMatchObject({ code: 'request-invalid', status: 400, requestId: 'r-7' })
  })

  it('of hooks that reject is a warning', async () => {
    const warnings: string[] = []
    const logger = { warn: (line: string) => warnings.push(line) }
    await create({ logger, onRequest: () => Promise.reject(new Error('no')) }).submit(model, input)
    await new Promise(setImmediate)
    expect(warnings).toEqual(['a hook threw: Error: no'])
  })
})

describe('toJSON', () => {
  it('of every error has its name, code and message; of one about a task its ID and how to resume', async () => {
    server.next('query', faults.status(403, {}, { 'x-request-id': 'r-7' }))
    const error = await failed(create().task('t1').wait())
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'AuthenticationError',
      code: 'authentication',
      message: error.message,
      status: 403,
      taskId: 't1',
      requestId: 'r-7',
      hint: `Check the API key for ${server.baseUrl}`,
      resume: "client.task('t1').wait()",
    })
  })

  it('has a code of its own for each class', () => {
    const classes = Object.entries(client).filter(([name]) => name.endsWith('Error'))
    const codes = classes.map(([, create]) => Reflect.construct<unknown[], ModelTasksError>(create as never, ['x', {}]))
    expect(Object.fromEntries(codes.map(({ name, code }) => [name, code]))).toEqual({
      AbortError: 'abort',
      ApiError: 'api',
      AuthenticationError: 'authentication',
      ConnectionError: 'connection',
      ModelTasksError: 'model-tasks',
      ModelUnavailableError: 'model-unavailable',
      ProtocolError: 'protocol',
      RateLimitError: 'rate-limit',
      RequestInvalidError: 'request-invalid',
      ResultExpiredError: 'result-expired',
      StorageError: 'storage',
      SubmitUnknownError: 'submit-unknown',
      TaskFailedError: 'task-failed',
      TaskTimeoutError: 'task-timeout',
    })
    for (const error of codes) expect(Object.keys(error.toJSON())).toEqual(['name', 'code', 'message'])
  })
})

it('list() is a page, and iterated over all pages', async () => {
  const task = (id: string): object => ({ id, object: 'video', status: 'completed', model: 'm', created: 1 })
  const page = (data: object[], next?: string): object => ({ object: 'list', data, has_more: next !== undefined, next })
  const pages = [page([task('a'), task('b')], 'b'), page([task('c')])].map((body) => faults.status(200, body))
  server.next('other', ...pages)
  const ids: string[] = []
  for await (const { id } of create().list({ limit: 2 })) ids.push(id)
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(server.requests.map(({ path }) => path.split('?')[1])).toEqual(['limit=2', 'limit=2&after=b'])
  server.next('other', ...pages.slice(1))
  expect((await create().list()).data).toHaveLength(1)
})

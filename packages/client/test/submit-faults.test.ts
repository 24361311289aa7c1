import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  ModelTasks,
  ModelTasksError,
  RateLimitError,
  SubmitUnknownError,
  type ClientOptions,
} from '../src/index.js'
import { createTestClock, faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'

const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat at dusk' }
let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

function client(options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1, ...options })
}
async function failed(promise: Promise<unknown>): Promise<ModelTasksError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ModelTasksError)
  return error as ModelTasksError
}

/** What one submit costs under each fault: POSTs that reached the server, and the error. */
const matrix: {
  name: string
  fault: Fault
  error: new (...details: never[]) => Error
  tasks: number
  mayExist: boolean
}[] = [
  {
    name: 'a reset while the request is read',
    fault: faults.resetWhileReading,
    error: SubmitUnknownError,
    tasks: 0,
    mayExist: true,
  },
  {
    name: 'a reset after the request was read',
    fault: faults.resetAfterReading,
    error: SubmitUnknownError,
    tasks: 0,
    mayExist: true,
  },
  {
    name: 'a reset after the task was accepted',
    fault: faults.resetAfterAccept,
    error: SubmitUnknownError,
    tasks: 1,
    mayExist: true,
  },
  { name: 'a truncated answer', fault: faults.truncatedBody, error: SubmitUnknownError, tasks: 1, mayExist: true },
  { name: 'an answer that is not JSON', fault: faults.notJson, error: SubmitUnknownError, tasks: 1, mayExist: true },
  { name: 'JSON that is not a Task', fault: faults.noTask, error: SubmitUnknownError, tasks: 1, mayExist: true },
  {
    name: 'an array instead of a Task',
    fault: faults.status(200, []),
    error: SubmitUnknownError,
    tasks: 0,
    mayExist: true,
  },
  {
    name: 'a Task whose id is not a string',
    fault: faults.taskWith({ id: 7 }),
    error: SubmitUnknownError,
    tasks: 1,
    mayExist: true,
  },
  { name: '500', fault: faults.status(500, { detail: 'boom' }), error: ApiError, tasks: 0, mayExist: true },
  { name: '502 with a page', fault: faults.badGatewayPage, error: ApiError, tasks: 0, mayExist: true },
  { name: '503', fault: faults.status(503, '', { 'retry-after': '1' }), error: ApiError, tasks: 0, mayExist: true },
  { name: '408', fault: faults.status(408), error: ApiError, tasks: 0, mayExist: true },
  { name: '401', fault: faults.status(401), error: AuthenticationError, tasks: 0, mayExist: false },
  { name: '402', fault: faults.status(402, { title: 'no credits' }), error: ApiError, tasks: 0, mayExist: false },
  { name: '404', fault: faults.status(404), error: ApiError, tasks: 0, mayExist: false },
  {
    name: 'a redirect',
    fault: faults.redirect('http://elsewhere.example/tasks'),
    error: ApiError,
    tasks: 0,
    mayExist: false,
  },
]

describe('one submit is one POST', () => {
  for (const { name, fault, error, tasks, mayExist } of matrix) {
    it(`under ${name}`, async () => {
      server.next('submit', fault)
      const reason = await failed(client().submit(model, input))
      expect(reason).toBeInstanceOf(error)
      expect(server.count('submit')).toBe(1)
      expect(server.tasks.size).toBe(tasks)
      expect(reason.taskMayExist === true).toBe(mayExist)
    })
  }

  it('under a reset before anything is read, which the platform may answer with another connection', async () => {
    server.resetNextConnection()
    const outcome: unknown = await client()
      .submit(model, input)
      .then(
        ({ id }) => server.tasks.has(id),
        (error: unknown) => error,
      )
    if (outcome !== true) expect(outcome).toBeInstanceOf(SubmitUnknownError)
    expect(server.count('submit')).toBe(outcome === true ? 1 : 0)
  })

  for (const [name, fault, options, limit] of [
    ['headers that never come', faults.silence, {}, 60_000],
    ['a body that never ends', faults.stalledBody, { requestTimeout: 30_000 }, 30_000],
  ] as const) {
    it(`under ${name}`, async () => {
      const clock = createTestClock()
      server.next('submit', fault)
      const reason = failed(client({ clock, ...options, retries: 0 }).submit(model, input))
      await server.received('submit', 1)
      clock.advance(await clock.timer(limit))
      expect(await reason).toBeInstanceOf(SubmitUnknownError)
      expect(server.count('submit')).toBe(1)
    })
  }

  it('when the caller aborts after it was sent: the task may exist, and the error says so', async () => {
    server.next('submit', faults.silence)
    const controller = new AbortController()
    const reason = failed(client().submit(model, input, { signal: controller.signal }))
    await server.received('submit', 1)
    controller.abort(new Error('stop'))
    expect(await reason).toBeInstanceOf(SubmitUnknownError)
    expect((await reason).message).toMatch(/may have been accepted/)
  })

  it('and none when the caller aborted before', async () => {
    const reason = await failed(client().submit(model, input, { signal: AbortSignal.abort() }))
    expect(reason.name).toBe('AbortError')
    expect(server.requests).toEqual([])
  })
})

describe('after 429', () => {
  for (const [name, fault] of [
    ['seconds', faults.tooManyRequests(7)],
    [
      'a date',
      faults.status(429, '', {
        date: 'Mon, 01 Jan 2001 00:00:00 GMT',
        'retry-after': 'Mon, 01 Jan 2001 00:00:07 GMT',
      }),
    ],
  ] as const) {
    it(`a submit waits as long as Retry-After says, in ${name}`, async () => {
      const clock = createTestClock()
      server.next('submit', fault)
      const handle = client({ clock, requestTimeout: 30_000 }).submit(model, input)
      const waited = await clock.timer(7_000)
      expect(server.count('submit')).toBe(1)
      clock.advance(waited)
      expect((await handle).id).toBeTruthy()
      expect(server.count('submit')).toBe(2)
      expect(server.tasks.size).toBe(1)
    })
  }

  it('a submit waits for a poll interval where Retry-After is absent', async () => {
    const clock = createTestClock()
    server.next('submit', faults.status(429))
    const handle = client({ clock, requestTimeout: 30_000, pollInterval: 4_000 }).submit(model, input)
    clock.advance(await clock.timer(4_000))
    expect((await handle).id).toBeTruthy()
    expect(server.count('submit')).toBe(2)
  })

  it('a submit gives up after its retries, and all attempts carry the same key', async () => {
    server.next('submit', ...Array.from({ length: 9 }, () => faults.tooManyRequests(0)))
    const reason = await failed(client({ retries: 3 }).submit(model, input))
    expect(reason).toBeInstanceOf(RateLimitError)
    const posts = server.requests.filter(({ route }) => route === 'submit')
    expect(posts).toHaveLength(4)
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it.each([60, 5])('a submit with 5 s left does not wait for a Retry-After of %i s', async (seconds) => {
    server.next('submit', faults.tooManyRequests(seconds))
    expect(await failed(client({ clock: createTestClock() }).run(model, input, { timeout: 5_000 }))).toMatchObject({
      name: 'RateLimitError',
      retryAfter: seconds * 1000,
    })
  })

  it('a submit waits five minutes where Retry-After asks for that, and not a second more', async () => {
    const clock = createTestClock()
    server.next('submit', faults.tooManyRequests(300))
    const handle = client({ clock }).submit(model, input)
    clock.advance(await clock.timer(300_000))
    expect((await handle).id).toBeTruthy()
    server.next('submit', faults.tooManyRequests(301))
    expect(await failed(client({ clock }).submit(model, input))).toMatchObject({
      name: 'RateLimitError',
      hint: 'It asks to wait 301 s; this client waits at most 300 s',
    })
  })
})

describe('when it is proven that nothing was sent', () => {
  it('a connection that is declined is tried again and then says that nothing was sent', async () => {
    const closed = await startFaultServer()
    await closed.close()
    const clock = createTestClock()
    const reason = failed(
      new ModelTasks({ baseUrl: closed.baseUrl, apiKey: 'k', clock, pollInterval: 5_000 }).submit(model, input),
    )
    clock.advance(await clock.timer(500))
    clock.advance(await clock.timer(1_000))
    expect(await reason).toBeInstanceOf(ConnectionError)
    expect(await reason).toMatchObject({ nothingSent: true })
    expect((await reason).taskMayExist).toBe(false)
  })

  it('a host without an address', async () => {
    const reason = await failed(
      new ModelTasks({ baseUrl: 'http://nowhere.invalid/api', apiKey: 'k', retries: 0 }).submit(model, input),
    )
    expect(reason).toMatchObject({ name: 'ConnectionError', nothingSent: true })
  })

  it('a port that fetch blocks is not tried again, and the error names the address', async () => {
    const reason = await failed(
      new ModelTasks({ baseUrl: 'http://127.0.0.1:1/api', apiKey: 'secret-key' }).submit(model, input),
    )
    expect(reason).toMatchObject({
      name: 'ConnectionError',
      nothingSent: true,
      blocked: true,
      message: 'POST /tasks at 127.0.0.1:1: nothing was sent (bad port)',
    })
    expect(
      await failed(new ModelTasks({ baseUrl: 'http://127.0.0.1:1/api', apiKey: 'k' }).task('t1').wait()),
    ).toMatchObject({ blocked: true, taskId: 't1' })
  })

  it('a header value that cannot be sent', async () => {
    const reason = await failed(client().submit(model, input, { idempotencyKey: 'two\nlines' }))
    expect(reason).toMatchObject({ name: 'ConnectionError', nothingSent: true, blocked: true })
    expect(server.requests).toEqual([])
  })

  it('an unknown failure of an injected fetch counts as sent', async () => {
    const reason = await failed(
      client({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) }).submit(model, input),
    )
    expect(reason).toBeInstanceOf(SubmitUnknownError)
  })
})

it('a 200 that has an id and lacks everything else still gives a handle: the id is what was paid for', async () => {
  server.next('submit', faults.status(200, { id: 'only-an-id' }))
  expect((await client().submit(model, input)).id).toBe('only-an-id')
})

it('a 404 points at the address', async () => {
  server.next('submit', faults.status(404))
  expect((await failed(client().submit(model, input))).message).toBe(
    `submit of ${model}: the service answered 404. Correct the base URL: there is no ${server.baseUrl}/v2/model-center/tasks`,
  )
})

it.each([
  [400, {}, undefined],
  [401, {}, 'Check the API key for'],
  [403, {}, 'Check the API key for'],
  [307, {}, 'Correct the base URL: redirects are not followed'],
])('a %i with %j points at what to do next', async (status, body, hint) => {
  server.next('submit', faults.status(status, body))
  const error = await failed(client().submit(model, input))
  expect(error.summary).toBe(`submit of ${model}: the service answered ${status}`)
  expect(error.hint?.slice(0, hint?.length)).toBe(hint)
})

it('a 403 with a reason names it', async () => {
  server.next('submit', faults.status(403, { reason: 'brand_model_missing' }))
  const error = await failed(client().submit(model, input))
  expect(error.message).toBe(`submit of ${model}: the service answered 403, reason brand_model_missing`)
})

it('an answer without end is not read to its end', async () => {
  let sent = 0
  const closed = new Promise<void>((resolve) => {
    server.next('submit', async ({ read, response }) => {
      await read()
      response.on('close', resolve).writeHead(200, { 'content-type': 'application/json' })
      const block = Buffer.alloc(2 ** 20, ' ')
      const more = (): void => {
        while (!response.destroyed && sent < 200 && response.write(block)) sent++
        sent++
      }
      response.on('drain', more)
      more()
    })
  })
  const reason = await failed(client().submit(model, input))
  expect(reason).toBeInstanceOf(SubmitUnknownError)
  expect(reason.message).toContain('it was larger than 8 MiB')
  await closed
  expect(sent).toBeLessThan(100)
})

it('goes over a connection of its own in Deno, which sends again what was sent over a kept one', async () => {
  const told: unknown[] = []
  const kept = { close: () => told.push('closed') }
  vi.stubGlobal('Deno', { createHttpClient: (options: unknown) => (told.push(options), kept) })
  try {
    const fetch: typeof globalThis.fetch = (url, init) => {
      told.push(init && 'client' in init && init.client === kept)
      return globalThis.fetch(url, init)
    }
    await (await client({ fetch }).submit(model, input)).query()
    server.next('submit', faults.tooManyRequests(400))
    expect(await failed(client({ fetch }).submit(model, input))).toMatchObject({ status: 429, retryAfter: 400_000 })
    for (const status of [204, 205, 304]) {
      server.next('submit', faults.status(status, ''))
      const error = await failed(client({ fetch, idempotency: false }).submit(model, input))
      expect(error).toMatchObject({ status, proved: 'may exist' })
    }
  } finally {
    vi.unstubAllGlobals()
  }
  const post = [{ poolMaxIdlePerHost: 0 }, true, 'closed']
  expect(told).toEqual([...post, false, ...post, ...post, ...post, ...post])
})

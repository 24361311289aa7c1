import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  AbortedError,
  ConnectionError,
  ModelTasks,
  RateLimitError,
  TaskTimeoutError,
  type CallOptions,
  type ClientOptions,
  type Journal,
  type JournalEntry,
  type ModelTasksError,
  type SubmitUnknownError,
} from '../src/index.js'
import { journalState, memoryJournal } from '../src/journal/index.js'
import { createTestClock, faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'
import { inTurns } from './in-turns.js'

inTurns()

const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat' }
const never = (): Promise<never> => new Promise(() => undefined)
let server: FaultServer

beforeEach(async () => {
  server = await startFaultServer()
})
afterEach(() => server.close())

function client(options: ClientOptions = {}): ModelTasks {
  return new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10, logger: {}, ...options })
}
async function failed(promise: Promise<unknown>): Promise<ModelTasksError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ModelTasksError) => error,
  )
}
const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

describe('no POST after the deadline, and the error says that nothing was sent', () => {
  it('with a timeout of 0', async () => {
    for (let attempt = 0; attempt < 30; attempt++) {
      const error = await failed(client().submit(model, input, { timeout: 0 }))
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error).toMatchObject({ nothingSent: true, summary: expect.stringContaining('nothing was sent') as string })
      expect(error.taskMayExist).toBe(false)
    }
    expect(server.requests).toEqual([])
  })

  it.each(['the deadline', 'the signal'])('when %s comes during the write of the intent', async (end) => {
    const clock = createTestClock()
    const stored = memoryJournal()
    let written = (): void => undefined
    let asked = (): void => undefined
    const writing = new Promise<void>((resolve) => (asked = resolve))
    const journal: Journal = {
      entries: () => stored.entries(),
      append: async (entry) => {
        if (entry.event === 'intent')
          await new Promise<void>((resolve) => {
            written = resolve
            asked()
          })
        await stored.append(entry)
      },
    }
    const aborter = new AbortController()
    const error = failed(client({ clock, journal }).submit(model, input, { timeout: 50, signal: aborter.signal }))
    await writing
    if (end === 'the signal') aborter.abort()
    else clock.advance(80)
    const name = end === 'the signal' ? 'AbortError' : 'ConnectionError'
    expect(await error).toMatchObject({ name, proved: 'not sent' })
    // A process that ends now leaves an intent, or nothing: never a POST that the journal does not know of.
    expect(await stored.entries()).toEqual([])
    written()
    await turns()
    expect(server.requests).toEqual([])
    expect((await stored.entries()).map(({ event }) => event)).toEqual(['intent', 'rejected'])
    expect((await client().resumeAll(stored)).unresolved).toEqual([])
  })

  it('when the signal fires while the request is being checked', async () => {
    const controller = new AbortController()
    const error = failed(client().submit(model, input, { signal: controller.signal }))
    controller.abort('enough')
    expect(await error).toMatchObject({ name: 'AbortError', cause: 'enough' })
    await turns()
    expect(server.requests).toEqual([])
  })

  it('nor between two attempts', async () => {
    const clock = createTestClock()
    const controller = new AbortController()
    server.next('submit', faults.tooManyRequests(20))
    const error = failed(client({ clock }).submit(model, input, { timeout: 60_000, signal: controller.signal }))
    await clock.timer(20_000)
    controller.abort()
    expect(await error).toBeInstanceOf(AbortedError)
    expect(server.count('submit')).toBe(1)
  })
})

describe('what never resolves does not defeat', () => {
  const hanging: Record<string, (until: CallOptions) => Promise<unknown>> = {
    'journal.append of the intent': (until) =>
      client({ journal: { append: never, entries: async () => [] } }).submit(model, input, until),
    'a function that provides the key': (until) => client({ apiKey: never }).submit(model, input, until),
    'a function that provides the key, in a wait': (until) => client({ apiKey: never }).task('t1').wait(until),
    fetch: (until) => client({ fetch: never }).submit(model, input, until),
    'the entries of a journal': (until) => client().resumeAll({ append: async () => undefined, entries: never }, until),
  }
  for (const [name, call] of Object.entries(hanging)) {
    it(`the signal: ${name}`, async () => {
      const controller = new AbortController()
      const error = failed(call({ signal: controller.signal }))
      await turns()
      controller.abort()
      expect((await error).name).toMatch(name === 'fetch' ? 'SubmitUnknownError' : 'AbortError')
    })
    it(`the timeout: ${name}`, async () => {
      const error = await failed(call({ timeout: 30 }))
      expect(error.name).toMatch(/ConnectionError|SubmitUnknownError|TaskTimeoutError/)
      expect(server.count('submit')).toBe(0)
    })
  }

  it('the result, once the service has answered: onSubmitted, and the journal of an ID', async () => {
    const clock = createTestClock()
    const journal: Journal = {
      append: ({ event }: JournalEntry) => (event === 'intent' ? Promise.resolve() : never()),
      entries: async () => [],
    }
    const controller = new AbortController()
    const submitted = client({ clock, journal }).submit(model, input, {
      onSubmitted: never,
      signal: controller.signal,
      timeout: 1_000,
    })
    await server.received('submit', 1)
    await turns()
    clock.advance(1_000)
    expect((await submitted).id).toBe([...server.tasks.keys()][0])
  })

  it('a wait: onProgress, onFault and the journal of its end', async () => {
    const appended: string[] = []
    const journal: Journal = {
      append: ({ event }: JournalEntry) => {
        appended.push(event)
        return event === 'ended' ? never() : Promise.resolve()
      },
      entries: async () => [],
    }
    const clock = createTestClock()
    const handle = await client({ journal, clock }).submit(model, input)
    server.next('query', faults.status(503))
    const task = handle.wait({ onProgress: never, onFault: never, pollInterval: 10, timeout: 500 })
    for (let query = 0; query < 3; query++) clock.advance(await clock.timer(10))
    // The end is told to the journal, which is waited for until the deadline.
    await expect.poll(() => appended).toContain('ended')
    clock.advance(500)
    expect((await task).status).toBe('completed')
  })
})

describe('Retry-After', () => {
  for (const value of ['-5', '1.5', 'soon'])
    it(`of ${value} is ignored: the poll interval counts`, async () => {
      const clock = createTestClock()
      const handle = await client({ clock, pollInterval: 5_000 }).submit(model, input)
      server.next('query', faults.status(503, '', { 'retry-after': value }))
      const done = handle.wait()
      for (let query = 0; query < 3; query++) clock.advance(await clock.timer(5_000))
      expect((await done).status).toBe('completed')
    })

  it('of a year is capped in a wait, and the cap is reported', async () => {
    const clock = createTestClock()
    const warnings: string[] = []
    const faultsSeen: unknown[] = []
    const handle = await client({ clock, logger: { warn: (line) => warnings.push(line) } }).submit(model, input)
    server.next('query', faults.tooManyRequests(31_536_000))
    const done = handle.wait({ onFault: ({ nextQuery }) => faultsSeen.push(nextQuery) })
    clock.advance(await clock.timer(10))
    clock.advance(await clock.timer(300_000))
    clock.advance(await clock.timer(10))
    expect((await done).status).toBe('completed')
    expect(warnings).toEqual([
      `task ${handle.id}: Retry-After asks to wait 31536000 s; the next query follows in 300 s`,
    ])
    expect(faultsSeen).toEqual([300_000])
  })

  it('of a year ends a submit at once, and the error says what was asked', async () => {
    server.next('submit', faults.tooManyRequests(31_536_000))
    const error = await failed(client().submit(model, input))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({
      retryAfter: 31_536_000_000,
      hint: 'It asks to wait 31536000 s; this client waits at most 300 s',
    })
    expect(server.count('submit')).toBe(1)
  })
})

describe('a wait that gets no valid answer says so', async () => {
  // Looked up once: some resolvers take their time.
  const unknownHost: unknown = await fetch('http://nowhere.invalid/api').catch((error: unknown) => error)
  for (const [name, options] of Object.entries({
    'an unknown host': { fetch: () => Promise.reject(unknownHost as Error) },
    'redirects to a login page, without end': { fetch: () => Promise.resolve(new Response(null, { status: 302 })) },
  } satisfies Record<string, ClientOptions>)) {
    it(`on ${name}: to onFault each time, and in warnings at growing intervals`, async () => {
      const clock = createTestClock()
      const warnings: string[] = []
      const counts: number[] = []
      const elapsed: number[] = []
      let told = (): void => undefined
      const waiting = client({
        clock,
        pollInterval: 1_000,
        logger: { warn: (line) => warnings.push(line) },
        onFault: (fault) => {
          counts.push(fault.count)
          elapsed.push(fault.elapsed)
          told()
        },
        ...options,
      })
        .task('t1')
        .wait({ timeout: 3_600_000 })
      const end = failed(waiting)
      for (let query = 1; query <= 32; query++) {
        if (counts.length < query) await new Promise<void>((resolve) => (told = resolve))
        clock.advance(await clock.timer(1_000))
      }
      clock.advance(3_600_000)
      expect(await end).toBeInstanceOf(TaskTimeoutError)
      expect(counts.slice(0, 32)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1))
      expect(elapsed[31]).toBe(31_000)
      expect(warnings.map((line) => line.split(',')[0])).toEqual([
        'still waiting after 4 failed queries in a row',
        'still waiting after 8 failed queries in a row',
        'still waiting after 16 failed queries in a row',
        'still waiting after 32 failed queries in a row',
      ])
    })
  }
})

describe('an end that is seen is recorded', () => {
  it('by query, for await and wait, once', async () => {
    const journal = memoryJournal()
    const one = client({ journal })
    const ends: ((id: string) => Promise<unknown>)[] = [
      async (id) => {
        while ((await one.query(id)).status !== 'completed');
      },
      async (id) => {
        for await (const task of one.task(id)) void task
      },
      (id) => one.task(id).wait(),
      (id) => one.cancel(id),
    ]
    for (const end of ends) {
      const { id } = await one.submit(model, input)
      if (end === ends[3]) server.next('other', faults.status(200, { id, object: 'video', status: 'failed' }))
      await end(id)
      await one.query(id)
      const { running, ended } = journalState(await journal.entries())
      expect(running).toEqual([])
      expect(ended.at(-1)?.id).toBe(id)
    }
    expect((await journal.entries()).filter(({ event }) => event === 'ended')).toHaveLength(ends.length)
    expect((await one.resumeAll(journal)).handles).toEqual([])
  })
})

describe('journal, error and resumeAll agree', () => {
  for (const status of [303, 408, 499, 500, 503, 400, 402, 404, 429]) {
    it(`about ${status}`, async () => {
      const journal = memoryJournal()
      server.next('submit', faults.status(status))
      const error = await failed(client({ journal, retries: 0 }).submit(model, input))
      const { handles, unresolved } = await client().resumeAll(journal)
      expect(handles).toEqual([])
      expect(unresolved).toHaveLength(error.taskMayExist === true ? 1 : 0)
      expect(error.taskMayExist === true).toBe([303, 408, 499].includes(status) || status >= 500)
    })
  }
})

describe('an ID that has arrived is kept', () => {
  /** Carries the request out, and sends as much of the answer as `length` says. */
  const cut =
    (length: (text: string) => number, then: 'close' | 'stall'): Fault =>
    async ({ accept, request, response }) => {
      const text = JSON.stringify(await accept())
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) })
      response.write(text.slice(0, length(text)), () => then === 'close' && request.socket.destroy())
    }

  for (const [name, then] of [
    ['by the connection', 'close'],
    ['by the time of a request', 'stall'],
  ] as const)
    it(`from an answer that is cut ${name} one byte before its end`, async () => {
      server.next(
        'submit',
        cut((text) => text.length - 1, then),
      )
      // The time of the request is over once what was sent of the answer has been read, however busy the machine is.
      const clock = createTestClock()
      const watched: typeof fetch = async (...request) => {
        const response = await fetch(...request)
        const read = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, out) {
            out.enqueue(chunk)
            if (then === 'stall' && response.url.endsWith('/tasks')) setImmediate(() => clock.advance(300))
          },
        })
        return new Response(response.body?.pipeThrough(read), response)
      }
      const pauses = async (): Promise<never> => {
        for (;;) clock.advance(await clock.timer(10))
      }
      void pauses()
      const error = await failed(client({ clock, fetch: watched, requestTimeout: 300 }).submit(model, input))
      const [id] = server.tasks.keys()
      expect(error).toMatchObject({ name: 'SubmitUnknownError', status: 200, taskMayExist: true })
      expect((error as SubmitUnknownError).found).toContainEqual({ name: 'id', value: id })
      expect(error.summary).toMatch(
        new RegExp(`^submit of ${model}: the answer \\(200\\) broke off \\(.+\\); it contains id ${id}`),
      )
    })

  it('and half of one is none', async () => {
    server.next(
      'submit',
      cut((text) => text.indexOf('"id":"') + 8, 'close'),
    )
    const error = await failed(client().submit(model, input))
    expect((error as SubmitUnknownError).found).toEqual([])
  })
})

describe('a status of which HTTP says that the request was not carried out', () => {
  for (const [status, posts] of [
    // A platform sends a misdirected request once more, over another connection, and unasked.
    [421, [1, 2]],
    [425, [3]],
  ] as const)
    it(`${status} leaves nothing open, also where it comes again`, async () => {
      const journal = memoryJournal()
      server.next('submit', ...Array.from({ length: 4 }, () => faults.status(status)))
      const error = await failed(client({ journal }).submit(model, input))
      expect(error).toMatchObject({ name: 'ApiError', status, taskMayExist: false })
      expect(posts).toContain(server.count('submit'))
      expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      expect(await client().resumeAll(journal)).toMatchObject({ handles: [], unresolved: [] })
    })

  it('421, and then a lost answer: the task may exist', async () => {
    server.next('submit', faults.status(421), faults.resetAfterAccept)
    const error = await failed(client().submit(model, input))
    expect(error.taskMayExist === true).toBe(server.tasks.size > 0)
  })
})

describe('an answer that is not a Task is kept', () => {
  for (const [name, fault, found, status] of [
    ['an ID in an envelope', faults.status(200, { data: { id: 'paid-123' } }), 'data.id paid-123', 200],
    ['an ID that is a number', faults.status(200, { id: 4711 }), 'id 4711', 200],
    ['a Location', faults.status(202, '', { location: '/tasks/7' }), 'location /tasks/7', 202],
  ] as const) {
    it(`with ${name}`, async () => {
      server.next('submit', fault)
      const error = await failed(client().submit(model, input))
      expect(error).toMatchObject({ name: 'SubmitUnknownError', code: 'submit-unknown', status, taskMayExist: true })
      expect(error.summary).toBe(`submit of ${model}: the answer (${status}) is not a Task; it contains ${found}`)
      expect(error).toHaveProperty('headers')
      expect(error).toHaveProperty('body')
    })
  }
})

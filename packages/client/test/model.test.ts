import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ModelTasks, ModelTasksError, type Journal, type JournalEntry, type TaskHandle } from '../src/index.js'
import { createTestClock, type TestClock } from '../src/testing/index.js'
import { inTurns } from './in-turns.js'

inTurns()

/** What happens to one POST: whether the service creates the task, and what the client gets. */
const posts = [
  'ok',
  'lost',
  'dropped',
  'declined',
  'silent',
  'envelope',
  '303',
  '400',
  '402',
  '408',
  '429',
  '500',
  '503',
] as const
/** What happens to one query. */
const queries = ['processing', 'completed', 'failed', 'lost', 'silent', '404', '429', '500', 'not a task'] as const
/** How long one entry takes to be durable, in milliseconds. */
const writes = [0, 0, 0, 15, 60, Infinity] as const

interface Story {
  posts: (typeof posts)[number][]
  queries: (typeof queries)[number][]
  writes: number[]
  latency: number
  createsBeforeError: boolean
  idempotent: boolean
  timeout: number | undefined
  abortAt: number | undefined
  killAt: number | undefined
  failingWrite: number | undefined
}

const moment = fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined })
const story: fc.Arbitrary<Story> = fc.record({
  posts: fc.array(fc.constantFrom(...posts), { maxLength: 4 }),
  queries: fc.array(fc.constantFrom(...queries), { maxLength: 6 }),
  writes: fc.array(fc.constantFrom(...writes), { maxLength: 3 }),
  latency: fc.constantFrom(0, 10, 40),
  createsBeforeError: fc.boolean(),
  idempotent: fc.boolean(),
  timeout: moment,
  abortAt: moment,
  killAt: moment,
  failingWrite: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
})

const step = 5
const horizon = 3_000

/** A service and a journal on a clock, and the process that uses them, which can be killed. */
class World {
  readonly clock: TestClock = createTestClock()
  /** When each POST reached the service. */
  readonly postTimes: number[] = []
  /** Tasks by the key they were submitted with; each list holds one where nothing was paid twice. */
  readonly tasks = new Map<string, string[]>()
  readonly ended = new Set<string>()
  readonly entries: JournalEntry[] = []
  #story: Story
  #written = 0

  constructor(told: Story) {
    this.#story = { ...told, posts: [...told.posts], queries: [...told.queries], writes: [...told.writes] }
  }

  async #answer(process: Process, url: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (!process.alive) return this.#never()
    await this.#wait(this.#story.latency)
    if (!process.alive) return this.#never()
    const path = url instanceof Request ? url.url : url.toString()
    if (path.endsWith('/capabilities'))
      return Response.json({ extensions: this.#story.idempotent ? ['idempotency'] : [] })
    return init?.method === 'POST' ? this.#post(init) : this.#query(path)
  }

  async #append(process: Process, entry: JournalEntry): Promise<void> {
    if (!process.alive) return this.#never()
    if (this.#written++ === this.#story.failingWrite) throw new Error('disk full')
    const time = this.#story.writes.shift() ?? 0
    if (time === Infinity) return this.#never()
    await this.#wait(time)
    if (process.alive) this.entries.push(entry)
  }

  async #post(init: RequestInit): Promise<Response> {
    const fault = this.#story.posts.shift() ?? 'ok'
    if (fault === 'declined')
      throw Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('x'), { syscall: 'connect' }),
      })
    this.postTimes.push(this.clock.now())
    const key = new Headers(init.headers).get('idempotency-key') ?? ''
    const mayCreate = ['303', '408', '500', '503'].includes(fault) && this.#story.createsBeforeError
    if (!['ok', 'lost', 'silent', 'envelope'].includes(fault) && !mayCreate) {
      if (fault === 'dropped') throw new TypeError('reset')
      return new Response('{}', { status: Number(fault), headers: { 'retry-after': '0' } })
    }
    const known = this.tasks.get(key) ?? []
    const id = this.#story.idempotent && known[0] !== undefined ? known[0] : `t${this.postTimes.length}-${key}`
    if (!known.includes(id)) this.tasks.set(key, [...known, id])
    if (fault === 'silent') return this.#never()
    if (fault === 'lost') throw new TypeError('reset')
    if (fault === 'envelope') return Response.json({ data: { id } })
    return mayCreate ? new Response('{}', { status: Number(fault) }) : Response.json(this.#task(id, 'queued'))
  }

  async #query(url: string): Promise<Response> {
    const id = decodeURIComponent(url.split('/').at(-1) ?? '')
    const fault = this.#story.queries.shift() ?? 'completed'
    if (fault === 'silent') return this.#never()
    if (fault === 'lost') throw new TypeError('reset')
    if (fault === 'not a task') return Response.json({ ok: true })
    if (/\d/.test(fault)) return new Response('{}', { status: Number(fault), headers: { 'retry-after': '0' } })
    if (fault !== 'processing') this.ended.add(id)
    return Response.json(this.#task(id, fault))
  }

  #task(id: string, status: string): object {
    return { id, object: 'video', created: 1, model: 'sd_2.0_discount', status }
  }

  async #wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await new Promise<void>((resolve) => this.clock.setTimeout(resolve, milliseconds))
  }

  #never<T>(): Promise<T> {
    return new Promise(() => undefined)
  }

  /** A process that has just started. One that was killed sends and writes nothing more, also where a part of it still runs. */
  start(): Process {
    const process: Process = {
      alive: true,
      journal: { entries: async () => [...this.entries], append: (entry) => this.#append(process, entry) },
      client: new ModelTasks({
        baseUrl: 'http://s/api',
        apiKey: 'k',
        clock: this.clock,
        fetch: (url, init) => this.#answer(process, url, init),
        pollInterval: 20,
        requestTimeout: 100,
        logger: {},
      }),
    }
    return process
  }

  /** Lets time pass until `done`, or the horizon. */
  async pass(done: () => boolean): Promise<void> {
    for (const end = this.clock.now() + horizon; !done() && this.clock.now() < end; this.clock.advance(step))
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }

  /**
   * Lets time pass until `done`, beyond the horizon too: each import on demand asks the process of the test runner, which takes time
   * of the machine, not of this clock. Rejects where nothing more comes.
   */
  async waitFor(done: () => boolean): Promise<void> {
    const turn = (): boolean => {
      if (!done()) this.clock.advance(step)
      return done()
    }
    await expect.poll(turn, { interval: 1, message: 'it is done' }).toBe(true)
  }

  /** Lets time pass until a promise settles. Rejects when it never does. */
  async within<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false
    const settle = (): void => {
      settled = true
    }
    promise.then(settle, settle)
    await this.pass(() => settled)
    await this.waitFor(() => settled)
    return promise
  }
}

/** A process of the program that uses the client. */
interface Process {
  alive: boolean
  journal: Journal
  client: ModelTasks
}

interface Ending {
  at: number
  handle?: TaskHandle
  error?: unknown
}

async function tell(told: Story): Promise<void> {
  const world = new World(told)
  const controller = new AbortController()
  const { clock } = world
  if (told.abortAt !== undefined) clock.setTimeout(() => controller.abort(), told.abortAt)
  let over = false
  const first = world.start()
  if (told.killAt !== undefined) clock.setTimeout(() => (first.alive &&= over), told.killAt)
  const { client } = first
  const options = { journal: first.journal, timeout: told.timeout, signal: controller.signal }
  let ending: Ending | undefined
  let submitted: TaskHandle | undefined
  void (async () => {
    const began = clock.now()
    submitted = await client.submit('sd_2.0_discount', { prompt: 'x' }, options)
    const left = told.timeout === undefined ? undefined : Math.max(0, told.timeout - (clock.now() - began))
    await submitted.wait({ ...options, timeout: left })
    return submitted
  })().then(
    (handle) => (ending = { at: clock.now(), handle }),
    (error: unknown) => (ending = { at: clock.now(), error }),
  )
  await world.pass(() => ending !== undefined || !first.alive)
  const last = Math.min(told.timeout ?? Infinity, told.abortAt ?? Infinity)
  if (last < Infinity) await world.waitFor(() => ending !== undefined || !first.alive)
  over = true
  const died = !first.alive

  // No POST once the call has ended, and no overshoot. A request that was under way arrives after its latency.
  for (const time of world.postTimes) expect(time).toBeLessThanOrEqual(last + told.latency)
  if (last < Infinity && !died) expect(ending?.at).toBeLessThanOrEqual(last + step)

  // An error that says that no task was created is right; journal and error agree.
  const { error } = ending ?? {}
  const journalWorks = told.failingWrite === undefined && told.writes.every((time) => time === 0)
  if (error instanceof ModelTasksError && submitted === undefined && !died) {
    if (error.taskMayExist !== true) expect([...world.tasks.values()].flat()).toEqual([])
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    if (journalWorks) {
      const open = new Set(
        world.entries.filter(({ event }) => event === 'intent').map((entry) => 'key' in entry && entry.key),
      )
      for (const entry of world.entries) if (entry.event === 'rejected') open.delete(entry.key)
      expect(open.size).toBe(error.taskMayExist === true ? 1 : 0)
    }
  }

  // The next process finds every accepted task that was not seen to end, and pays for nothing twice.
  const next = world.start()
  const resumed = await world.within(
    next.client.resumeAll({ ...next.journal, append: async (entry) => void world.entries.push(entry) }),
  )
  for (const [key, ids] of world.tasks) {
    expect(ids).toHaveLength(1)
    const seen = ids.some((id) => world.ended.has(id))
    const found =
      resumed.handles.some((handle) => handle.idempotencyKey === key || ids.includes(handle.id)) ||
      resumed.unresolved.some(({ intent }) => intent.key === key)
    if (!seen) expect(found).toBe(true)
  }
}

// What is loaded on demand takes more turns than a story has.
beforeAll(async () => {
  await Promise.all([
    import('../src/call/failures.js'),
    import('../src/call/methods.js'),
    import('../src/journal/record.js'),
    import('../src/journal/resume.js'),
    import('../src/submit/send-again.js'),
    import('../src/wait/long-queries.js'),
  ])
  const fetch = async (): Promise<Response> => Response.json({ id: 't', status: 'queued' })
  await new ModelTasks({ baseUrl: 'http://s/api', apiKey: 'k', fetch }).submit('sd_2.0_discount', { prompt: 'x' })
})

/** `MODEL_TASKS_LONG=1` tells many more stories. */
const numRuns = process.env.MODEL_TASKS_LONG === '1' ? 10_000 : 120

it('with any failure at any time, and any process that gives up or dies: nothing is paid twice, sent late or forgotten', async () => {
  await fc.assert(fc.asyncProperty(story, tell), { numRuns })
})

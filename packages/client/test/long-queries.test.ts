/** Queries that wait at the service, where it declares them: `Prefer: wait=N; seen=status`. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ModelTasks, type ClientOptions, type TaskHandle } from '../src/index.js'
import { memoryJournal } from '../src/journal/index.js'
import {
  createTestClock,
  faults,
  startFaultServer,
  type Fault,
  type FaultServer,
  type FaultServerOptions,
  type TestClock,
} from '../src/testing/index.js'
import { failed } from './submit-to.js'

const waits = { extensions: [], declares: { wait: { maximumSeconds: 30 } } }
let server: FaultServer
afterEach(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

interface Set {
  clock: TestClock
  client: ModelTasks
  submit(): Promise<TaskHandle>
}

/** A client whose polls are 5 s apart, on a clock that stands still. */
async function start(declared: FaultServerOptions = waits, options: ClientOptions = {}): Promise<Set> {
  server = await startFaultServer(declared)
  const clock = createTestClock()
  const { baseUrl, apiKey } = server
  const client = new ModelTasks({ baseUrl, apiKey, clock, pollInterval: 5_000, logger: {}, ...options })
  return { clock, client, submit: () => client.submit('sd_2.0_discount', { prompt: 'A paper boat' }) }
}

/** What the queries so far preferred; null for one that was answered at once. */
const preferred = (): (string | null)[] =>
  server.requests.filter(({ route }) => route === 'query').map(({ headers }) => (headers.prefer as string) ?? null)

/** A query that is answered when `release` is called, by `answer` or else by the next step of the task. */
function held(answer?: Fault): { fault: Fault; release: () => void } {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const fault: Fault = async (exchange) => {
    await released
    await (answer ?? (async ({ accept, answer: send }) => send(200, {}, (await accept()) ?? {})))(exchange)
  }
  return { fault, release: () => release() }
}
const silent: Fault = () => undefined

it('a run needs no interval to pass: each query waits for another status than the one seen', async () => {
  const { client } = await start()
  const task = await client.run('sd_2.0_discount', { prompt: 'A paper boat' })
  expect(task.status).toBe('completed')
  expect(preferred()).toEqual(['wait=30; seen=queued', 'wait=30; seen=processing'])
  expect(server.requests.map(({ route }) => route)).toEqual(['submit', 'capabilities', 'query', 'query'])
})

it('a service that declares no wait is asked once per client, and polled', async () => {
  const { clock, submit } = await start({ extensions: [] })
  const both = [await submit(), await submit()].map((handle) => handle.wait())
  await server.received('capabilities', 1)
  for (const count of [2, 4]) {
    await clock.timer(5_000)
    await vi.waitFor(() => expect(clock.timers.filter((each) => each === 5_000)).toHaveLength(2))
    clock.advance(5_000)
    await server.received('query', count)
    await vi.waitFor(() => expect(clock.timers).not.toContain(60_000))
  }
  await Promise.all(both)
  expect(preferred()).toEqual([null, null, null, null])
  expect(server.count('capabilities')).toBe(1)
})

it('a service that does not say what it declares is polled after 4 s, and asked again by the next wait', async () => {
  const { clock, submit } = await start()
  server.next('capabilities', silent)
  const first = (await submit()).wait()
  await server.received('capabilities', 1)
  clock.advance(await clock.timer(4_000))
  clock.advance(await clock.timer(1_000))
  await server.received('query', 1)
  clock.advance(await clock.timer(5_000))
  await first
  expect(preferred()).toEqual([null, null])
  await (await submit()).wait()
  expect(server.count('capabilities')).toBe(2)
  expect(preferred().at(-2)).toBe('wait=30; seen=queued')
})

it('an answer at once with the status that was seen makes no loop: the poll interval passes', async () => {
  const { clock, submit } = await start({ ...waits, script: [{ status: 'queued' }, { status: 'completed' }] })
  const done = (await submit()).wait()
  await server.received('query', 1)
  clock.advance(await clock.timer(5_000))
  expect((await done).status).toBe('completed')
  expect(preferred()).toEqual(['wait=30; seen=queued', 'wait=30; seen=queued'])
})

it('a wait that is over without a change is followed by the next at once', async () => {
  const { clock, submit } = await start({ ...waits, script: [{ status: 'queued' }, { status: 'completed' }] })
  const { fault, release } = held()
  server.next('query', fault)
  const done = (await submit()).wait()
  await server.received('query', 1)
  clock.advance(30_000)
  release()
  expect((await done).status).toBe('completed')
  expect(server.count('query')).toBe(2)
})

it('an abort ends a query that waits, and a timeout ends the wait with the status seen', async () => {
  const { clock, submit } = await start()
  server.next('query', silent, silent)
  const controller = new AbortController()
  const aborted = failed((await submit()).wait({ signal: controller.signal }))
  await server.received('query', 1)
  controller.abort()
  expect(await aborted).toMatchObject({ name: 'AbortError', code: 'abort' })

  const late = failed((await submit()).wait({ timeout: 12_500 }))
  await server.received('query', 2)
  expect(preferred()[1]).toBe('wait=12; seen=queued')
  clock.advance(12_500)
  expect(await late).toMatchObject({ name: 'TaskTimeoutError' })
  expect((await late).message).toMatch(/was queued after 12500 ms/)
})

it('a query waits at most half as long as a request may take', async () => {
  const { submit } = await start(waits, { requestTimeout: 11_000 })
  await (await submit()).wait()
  expect(preferred()[0]).toBe('wait=5; seen=queued')
})

it.each([
  [[5_000, 10_000], 'wait=10; seen=queued'],
  [[2_000, 4_500], 'wait=4; seen=queued'],
  [250, 'wait=1; seen=queued'],
] as const)(
  'a caller that follows progress sees it in poll intervals of %j, at most once a second',
  async (pollInterval, wait) => {
    const { submit } = await start()
    await (await submit()).wait({ pollInterval, onProgress: () => undefined })
    expect(preferred()[0]).toBe(wait)
  },
)

describe('a fault of a query that waits', () => {
  it.each([
    ['a reset', faults.resetAfterReading],
    ['503', faults.status(503)],
    ['429', faults.status(429)],
  ])(
    '%s is followed by a query that is answered at once, after the poll interval, then by waits again',
    async (_, fault) => {
      const { clock, submit } = await start()
      server.next('query', fault)
      const done = (await submit()).wait()
      clock.advance(await clock.timer(5_000))
      expect((await done).status).toBe('completed')
      expect(preferred()).toEqual(['wait=30; seen=queued', null, 'wait=30; seen=processing'])
    },
  )

  it('obeys Retry-After', async () => {
    const { clock, submit } = await start()
    server.next('query', faults.tooManyRequests(7))
    const done = (await submit()).wait()
    clock.advance(await clock.timer(7_000))
    expect((await done).status).toBe('completed')
  })

  it.each([301, 401, 403])('%i ends the wait', async (status) => {
    const { submit } = await start()
    server.next('query', faults.status(status))
    const handle = await submit()
    expect(await failed(handle.wait())).toMatchObject({ status, resume: `client.task('${handle.id}').wait()` })
  })

  it.each([
    [20_000, 'wait=10; seen=queued'],
    [8_000, null],
  ])('that is cut after %i ms twice in a row makes the next ones shorter, or the last', async (after, then) => {
    const { clock, submit } = await start({
      ...waits,
      script: [{ status: 'queued' }, { status: 'queued' }, { status: 'completed' }],
    })
    const cuts = [held(faults.resetAfterReading), held(faults.resetAfterReading)] as const
    server.next('query', cuts[0].fault)
    const done = (await submit()).wait()
    for (const [index, { release }] of cuts.entries()) {
      await server.received('query', 2 * index + 1)
      clock.advance(after)
      release()
      if (index === 0) server.next('query', faults.taskWith({ status: 'queued' }), cuts[1].fault)
      clock.advance(await clock.timer(5_000))
    }
    if (then === null) clock.advance(await clock.timer(5_000))
    expect((await done).status).toBe('completed')
    expect(preferred()).toEqual(['wait=30; seen=queued', null, 'wait=30; seen=queued', null, then])
  })
})

it('queries that wait hold at most half of the requests that a client may have under way; in a page, one', async () => {
  const { client, submit } = await start(waits, { maxConcurrency: 4 })
  server.next('query', silent, silent)
  const controller = new AbortController()
  const ended: Promise<unknown>[] = []
  for (let count = 1; count <= 2; count++) {
    ended.push(failed((await submit()).wait({ signal: controller.signal })))
    await server.received('query', count)
  }
  const third = await submit()
  const { value } = await third.updates()[Symbol.asyncIterator]().next()
  expect(value).toMatchObject({ status: 'queued' })
  ended.push(failed(third.wait({ signal: controller.signal })))
  await client.query(third.id)
  expect(preferred()).toEqual(['wait=30; seen=queued', 'wait=30; seen=queued', null])
  controller.abort()
  await Promise.all(ended)
})

it('a page has one query that waits', async () => {
  vi.stubGlobal('document', {})
  const { submit } = await start(waits, { idempotency: true })
  server.next('query', silent)
  const controller = new AbortController()
  const first = failed((await submit()).wait({ signal: controller.signal }))
  await server.received('query', 1)
  const second = await submit()
  const other = failed(second.wait({ signal: controller.signal }))
  await second.query()
  expect(preferred()).toEqual(['wait=30; seen=queued', null])
  controller.abort()
  await Promise.all([first, other])
})

it('an end that a query waited for is recorded in the journal', async () => {
  const journal = memoryJournal()
  const { client } = await start()
  await client.run('sd_2.0_discount', { prompt: 'A paper boat' }, { journal })
  expect((await journal.entries()).map(({ event }) => event)).toEqual(['intent', 'submitted', 'ended'])
})

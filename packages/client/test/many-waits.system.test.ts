import { expect, it } from 'vitest'
import { ModelTasks, type ClientOptions } from '../src/index.js'
import { createTestClock, type TestClock } from '../src/testing/index.js'

/** A service in memory: every query takes a task from processing to completed after some time on the clock. */
function service(clock: TestClock, readyAfter: number): { fetch: typeof fetch; times: number[] } {
  const times: number[] = []
  return {
    times,
    fetch: (url: unknown) => {
      times.push(clock.now())
      const id = String(url).split('/').at(-1)
      const status = clock.now() >= readyAfter ? 'completed' : 'processing'
      return Promise.resolve(Response.json({ id, object: 'video', status, model: 'sd_2.0_discount', created: 1 }))
    },
  }
}

async function run(count: number, options: ClientOptions): Promise<{ most: number; times: number[]; took: number }> {
  const clock = createTestClock()
  const { fetch, times } = service(clock, 20_000)
  const client = new ModelTasks({ baseUrl: 'http://service.example/api', apiKey: 'k', clock, fetch, ...options })
  // What the options need is loaded with the first request, in time that is not on the clock.
  await client.query('first')
  times.length = 0
  let left = count
  const waits = Array.from({ length: count }, async (_, index) => {
    await client.task(`t${index}`).wait({ timeout: 3_600_000 })
    left--
  })
  let most = 0
  while (left > 0) {
    most = Math.max(most, clock.timers.length)
    clock.advance(100)
    await new Promise(setImmediate)
  }
  await Promise.all(waits)
  return { most, times, took: clock.now() }
}

/** The timer of the request that asks what the service declares. */
const question = 1

it('a thousand waits hold one timer each at most', async () => {
  const { most, times } = await run(1_000, { pollInterval: 5_000 })
  expect(most).toBeLessThanOrEqual(1_000 + question)
  expect(times.length).toBeGreaterThanOrEqual(1_000)
})

it('and one more to stay within the rate that was set, without leaving it unused', async () => {
  const { most, times, took } = await run(1_000, { pollInterval: [5_000, 10_000], requestsPerSecond: 50 })
  expect(most).toBeLessThanOrEqual(1_001 + question)
  for (let second = 0; second < took; second += 1_000) {
    expect(times.filter((time) => time >= second && time < second + 1_000).length).toBeLessThanOrEqual(50)
  }
  expect((times.length / took) * 1_000).toBeGreaterThan(40)
})

it('a thousand waits on one signal end at once and leave no timer', async () => {
  const clock = createTestClock()
  const { fetch } = service(clock, Infinity)
  const client = new ModelTasks({ baseUrl: 'http://service.example/api', apiKey: 'k', clock, fetch })
  const warnings: string[] = []
  const warn = ({ name }: Error): unknown => warnings.push(name)
  process.on('warning', warn)
  const controller = new AbortController()
  const waits = Array.from({ length: 1_000 }, (_, index) =>
    client
      .task(`t${index}`)
      .wait({ signal: controller.signal })
      .catch((error: Error) => error.name),
  )
  await new Promise(setImmediate)
  controller.abort()
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['AbortError']))
  expect(clock.timers).toEqual([])
  await new Promise(setImmediate)
  process.off('warning', warn)
  expect(warnings).toEqual([])
})

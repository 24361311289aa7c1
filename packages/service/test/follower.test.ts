import { expect, test } from 'vitest'
import type { Snapshot } from '../src/provider/provider.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const missing: Snapshot = { state: 'missing', error: 'the service answered 404' }
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

test('a task is polled every 5 s, never earlier', async () => {
  const provider = new StubUpstream()
  const { accept, engine, until, clock } = await world({ provider })
  const at: number[] = []
  const { poll } = provider
  provider.poll = (references) => {
    at.push(clock.now())
    return poll.call(provider, references)
  }
  await accept()
  await engine().start()
  await until(() => at.length === 6)
  for (const [index, time] of at.slice(1).entries()) {
    expect(time - at[index]!).toBeGreaterThanOrEqual(5000)
    expect(time - at[index]!).toBeLessThan(5500)
  }
})

test('an upstream that recommends longer intervals is polled so', async () => {
  const provider = Object.assign(new StubUpstream(), { polling: { interval: 15_000, deadline: 1 } })
  const { accept, engine, until, clock } = await world({ provider })
  await accept()
  await engine().start()
  await until(() => provider.polled.length === 1)
  const first = clock.now()
  await until(() => provider.polled.length === 2)
  expect(clock.now() - first).toBeGreaterThanOrEqual(15_000)
})

test('several are polled in one request where the upstream takes that', async () => {
  const provider = Object.assign(new StubUpstream(), { pollBatch: 50 })
  const { accept, engine, until, when } = await world({ provider })
  const tasks = []
  for (let count = 0; count < 30; count += 1) tasks.push(await accept())
  await engine().start()
  await until(() => provider.polled.flat().length >= 30)
  expect(provider.polled.length).toBeLessThan(6)
  for (const { id } of tasks) provider.complete(id)
  for (const { id } of tasks) expect((await when(id, ended)).status).toBe('completed')
})

test('a few answers that a task is not there do not end it', async () => {
  const provider = new StubUpstream()
  provider.snapshots = [...many(4, missing), { state: 'running', status: 'processing' }, ...many(4, missing)]
  const { accept, engine, until, when } = await world({ provider })
  const task = await accept()
  await engine().start()
  await until(() => provider.snapshots.length === 0)
  provider.complete(task.id)
  expect((await when(task.id, ended)).status).toBe('completed')
})

test('a task that is not there again and again for a minute fails with what the upstream answered', async () => {
  const provider = new StubUpstream()
  provider.snapshots = many(100, missing)
  const { accept, engine, when, clock } = await world({ provider })
  const start = clock.now()
  const task = await accept()
  await engine().start()
  const { error } = await when(task.id, ended)
  expect(error).toBe('the upstream default no longer knows the task: the service answered 404')
  expect(clock.now() - start).toBeGreaterThan(60_000)
})

test('a key that is invalid while tasks are polled ends none and is one line in the log', async () => {
  const provider = new StubUpstream()
  provider.snapshots = many(40, { state: 'fault', error: 'answered 401', pause: { reason: 'credentials' } })
  const { accept, engine, when, errors, until } = await world({ provider })
  const tasks = [await accept(), await accept(), await accept()]
  await engine().start()
  await until(() => provider.snapshots.length === 0)
  for (const { id } of tasks) {
    provider.complete(id)
    expect((await when(id, ended)).status).toBe('completed')
  }
  expect(errors).toEqual([
    'an upstream does not answer queries; its tasks are kept, and it is asked again without another line',
  ])
})

test('a task ends at the polling deadline with what was seen last', async () => {
  const provider = new StubUpstream()
  provider.snapshots = many(1000, { state: 'running', status: 'almost' })
  const { accept, engine, when, stores } = await world({ provider, pollDeadline: 120_000 })
  const task = await accept({ account: 'poor' })
  await engine().start()
  expect((await when(task.id, ended)).error).toBe(
    `the upstream default did not end the task before the polling deadline; last seen: almost. It may still be running there, as ref-${task.id}`,
  )
  expect((await stores.accounts.findAccount('poor'))?.credits).toBe(10)
})

test.each([86_400_000, -86_400_000])('a clock that is set by %i ms ends no task and moves no poll', async (set) => {
  const provider = new StubUpstream()
  const { accept, engine, until, clock, pass, stores } = await world({ provider, pollDeadline: 120_000 })
  const task = await accept()
  await engine().start()
  await until(() => provider.polled.length === 1)
  clock.set(set)
  await pass(4500)
  expect(provider.polled).toHaveLength(1)
  await pass(1500)
  expect(provider.polled).toHaveLength(2)
  expect((await stores.tasks.read(task.id))?.status).toBe('processing')
})

test('what else the upstream answered comes with the end', async () => {
  const provider = new StubUpstream()
  const fields = { upstream_url: 'https://files.example/x.mp4' }
  provider.snapshots = [{ state: 'failed', error: 'no', fields }]
  const { accept, engine, when } = await world({ provider })
  const task = await accept()
  await engine().start()
  expect((await when(task.id, ended)).upstreamFields).toEqual(fields)
})

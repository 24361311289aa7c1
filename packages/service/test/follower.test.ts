import { expect, test } from 'vitest'
import type { Snapshot } from '../src/domain/provider/provider.js'
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

/** Knows none of some tasks, as one that is asked with the key of another account. */
class Stranger extends StubUpstream {
  unknown: (reference: string) => boolean = () => true

  override async poll(references: readonly string[]): Promise<ReadonlyMap<string, Snapshot>> {
    const snapshots = await super.poll(references)
    return new Map([...snapshots].map(([one, snapshot]) => [one, this.unknown(one) ? missing : snapshot]))
  }
}

test('an upstream that knows none of several tasks ends them after an hour, and says so in the log before', async () => {
  const provider = new Stranger()
  const { accept, engine, when, pass, stores, errors, clock } = await world({ provider })
  const start = clock.now()
  const tasks = [await accept(), await accept(), await accept()]
  await engine().start()
  await pass(1_800_000)
  for (const { id } of tasks) expect((await stores.tasks.read(id))?.status).toBe('processing')
  expect(errors).toEqual([expect.stringContaining('see whether its key is one of another account')])
  for (const { id } of tasks) expect((await when(id, ended)).error).toMatch(/no longer knows the task/)
  expect(clock.now() - start).toBeGreaterThan(3_600_000)
})

test('with its right key again, an upstream completes the tasks that it did not know', async () => {
  const provider = new Stranger()
  const { accept, engine, when, pass, errors } = await world({ provider })
  const tasks = [await accept(), await accept()]
  await engine().start()
  await pass(1_800_000)
  provider.unknown = () => false
  for (const { id } of tasks) provider.complete(id)
  for (const { id } of tasks) expect((await when(id, ended)).status).toBe('completed')
  expect(errors).toHaveLength(1)
})

test('one task that an upstream does not know fails beside another that it knows', async () => {
  const provider = new Stranger()
  const { accept, engine, when, clock, errors } = await world({ provider })
  const [gone] = [await accept(), await accept()]
  provider.unknown = (reference) => reference === `ref-${gone.id}`
  const start = clock.now()
  await engine().start()
  expect((await when(gone.id, ended)).error).toMatch(/no longer knows the task/)
  expect(clock.now() - start).toBeLessThan(300_000)
  expect(errors).toEqual([])
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

test('polls that fail without a reason to pause end no task, and are one line in the log once they fail again and again', async () => {
  const provider = new StubUpstream()
  provider.snapshots = many(4, { state: 'fault', error: 'answered 500' })
  const { accept, engine, when, errors, until } = await world({ provider })
  const tasks = [await accept(), await accept(), await accept()]
  await engine().start()
  await until(() => provider.snapshots.length === 0)
  expect(errors).toEqual([])
  provider.snapshots = many(40, { state: 'fault', error: 'answered 500' })
  await until(() => provider.snapshots.length === 0)
  for (const { id } of tasks) {
    provider.complete(id)
    expect((await when(id, ended)).status).toBe('completed')
  }
  expect(errors).toEqual([expect.stringMatching(/^polls of tasks fail again and again at an upstream; /)])
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
  expect((await stores.accounts.findAccount('poor'))?.credits, 'nothing proves that it was not bought').toBe(7)
})

test.each<Snapshot>([{ state: 'fault', error: 'answered 503' }, missing])(
  'a task whose service was down until after its deadline is polled some times before it ends: %j',
  async (snapshot) => {
    const provider = new StubUpstream()
    const { accept, engine, when, until, clock, stores } = await world({ provider, pollDeadline: 120_000 })
    const task = await accept({ account: 'poor' })
    const before = engine()
    await before.start()
    await until(() => provider.polled.length === 1)
    await before.close(0)
    clock.advance(600_000)
    provider.snapshots = many(3, snapshot)
    provider.complete(task.id)
    await engine().start()
    expect((await when(task.id, ended)).status).toBe('completed')
    expect((await stores.accounts.findAccount('poor'))?.credits).toBe(7)
  },
)

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

test('a task whose upstream tells of it is polled 5 s after its last poll, however often it tells', async () => {
  const provider = Object.assign(new StubUpstream(), { polling: { interval: 15_000, deadline: 1 } })
  const { accept, engine, until, pass, when } = await world({ provider })
  const { id } = await accept()
  const running = engine()
  await running.start()
  await until(() => provider.polled.length === 1)
  for (let times = 0; times < 18; times += 1) {
    await running.wakePoll('default', id)
    await pass(250)
  }
  expect(provider.polled).toHaveLength(1)
  await pass(750)
  expect(provider.polled).toHaveLength(2)
  await pass(14_000)
  expect(provider.polled, 'telling once hastens one poll').toHaveLength(2)
  await running.wakePoll('default', 'another task')
  await running.wakePoll('another queue', id)
  provider.complete(id)
  await running.wakePoll('default', id)
  await pass(250)
  expect(provider.polled).toHaveLength(3)
  expect((await when(id, ended)).status).toBe('completed')
})

test.each<Snapshot>([{ state: 'fault', error: 'answered 500' }, missing])(
  'a task is polled no sooner after it was answered with a $state because its upstream tells of it',
  async (answer) => {
    const provider = new StubUpstream()
    provider.snapshots = many(3, answer)
    const { accept, engine, until, pass, clock } = await world({ provider })
    const { id } = await accept()
    const running = engine()
    await running.start()
    const at: number[] = []
    for (let count = 1; count <= 4; count += 1) {
      await until(() => {
        void running.wakePoll('default', id)
        return provider.polled.length === count
      })
      at.push(clock.now())
    }
    expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(7500)
    expect(at[3]! - at[2]!).toBeGreaterThanOrEqual(15_000)
    await running.wakePoll('default', id)
    await pass(5500)
    expect(provider.polled, 'an answer ends that').toHaveLength(5)
  },
)

test('a new task whose upstream tells of it is polled 5 s after it was accepted, where usually later', async () => {
  const provider = Object.assign(new StubUpstream(), { polling: { interval: 30_000, deadline: 1 } })
  const { accept, engine, when, until, clock } = await world({ provider })
  const { id } = await accept()
  const running = engine()
  await running.start()
  await when(id, ({ submission }) => submission.state === 'accepted')
  const began = clock.now()
  await running.wakePoll('default', id)
  await until(() => provider.polled.length === 1)
  expect(clock.now() - began).toBeGreaterThan(4000)
  expect(clock.now() - began).toBeLessThan(20_000)
})

test('what is told while a poll is under way is asked for again', async () => {
  const provider = Object.assign(new StubUpstream(), { polling: { interval: 15_000, deadline: 1 } })
  const { accept, engine, until, pass } = await world({ provider })
  const { id } = await accept()
  const running = engine()
  await running.start()
  const { poll } = provider
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  provider.poll = async (references) => {
    const snapshots = await poll.call(provider, references)
    await answered
    return snapshots
  }
  await until(() => provider.polled.length === 1)
  await running.wakePoll('default', id)
  answer()
  await pass(4500)
  expect(provider.polled).toHaveLength(1)
  await pass(750)
  expect(provider.polled).toHaveLength(2)
})

test('an upstream that tells of ends is polled every 30 s, until one ends that it did not tell of', async () => {
  const provider = new StubUpstream()
  const { accept, engine, until, pass, when, clock } = await world({ provider })
  const running = engine()
  await running.start()
  const [told, long, forgotten] = [await accept(), await accept(), await accept()]
  const at: number[] = []
  const { poll } = provider
  provider.poll = (references) => {
    if (references.includes(`ref-${long.id}`)) at.push(clock.now())
    return poll.call(provider, references)
  }
  /** Milliseconds between the next two polls that begin from now on. */
  const gap = async (): Promise<number> => {
    const before = at.length
    await until(() => at.length === before + 2)
    return (at.at(-1) ?? 0) - (at.at(-2) ?? 0)
  }
  expect(await gap()).toBeLessThan(5500)
  provider.complete(told.id)
  await running.wakePoll('default', told.id)
  await when(told.id, ended)
  const stretched = await gap()
  expect(stretched).toBeGreaterThanOrEqual(30_000)
  expect(stretched).toBeLessThan(30_500)
  provider.complete(forgotten.id)
  await when(forgotten.id, ended)
  await pass(30_000)
  expect(await gap()).toBeLessThan(5500)
})

test('tasks that fall due one after the other are polled together, never early, where a request answers several', async () => {
  const provider = Object.assign(new StubUpstream(), { pollBatch: 100 })
  const { accept, engine, pass, clock } = await world({ provider })
  await engine().start()
  const at = new Map<string, number[]>()
  const { poll } = provider
  provider.poll = (references) => {
    for (const reference of references) at.set(reference, [...(at.get(reference) ?? []), clock.now()])
    return poll.call(provider, references)
  }
  for (let count = 0; count < 40; count += 1) {
    await accept()
    await pass(125)
  }
  /** In smaller steps than the polls that are gathered. */
  const passSlowly = async (milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 25) await pass(25)
  }
  await passSlowly(6000)
  const before = provider.polled.length
  await passSlowly(5250)
  expect(at.size).toBe(40)
  expect(provider.polled.length - before).toBeLessThanOrEqual(21)
  for (const times of at.values())
    for (const [index, time] of times.slice(1).entries()) {
      expect(time - times[index]!).toBeGreaterThanOrEqual(5000)
      expect(time - times[index]!).toBeLessThanOrEqual(5500)
    }
})

test('an answer that leaves a task out says nothing of it: it is polled less often, told of in the log, and completes', async () => {
  const provider = new StubUpstream()
  const { accept, engine, until, when, logged, clock } = await world({ provider })
  const { poll } = provider
  const at: number[] = []
  provider.poll = async (references) => {
    at.push(clock.now())
    await poll.call(provider, references)
    return new Map()
  }
  const { id } = await accept()
  await engine().start()
  await until(() => at.length === 6)
  expect(at[5]! - at[4]!).toBeGreaterThan(40_000)
  expect(logged.map(({ details }) => details)).toEqual([
    { upstream: 'default', task: id, error: 'the answer does not name the task' },
  ])
  provider.poll = poll
  provider.complete(id)
  expect((await when(id, ended)).status).toBe('completed')
})

test('how late polls were sent is told for a minute', async () => {
  const provider = new StubUpstream()
  const { accept, engine, until, pass, clock } = await world({ provider })
  await accept()
  const running = engine()
  await running.start()
  await pass(1000)
  await accept()
  await until(() => provider.polled.length === 3)
  expect(running.health()[0]?.pollLateness).toBeLessThan(500)
  clock.advance(8000)
  await pass(250)
  const late = running.health()[0]?.pollLateness ?? 0
  // The one that was due first was the latest.
  expect([late > 6500, late < 8000]).toEqual([true, true])
  await pass(55_000)
  expect(running.health()[0]?.pollLateness).toBe(late)
  await pass(10_000)
  expect(running.health()[0]?.pollLateness).toBeLessThan(500)
})

import { expect, test } from 'vitest'
import type { TaskQueue } from '../src/keep/store/task-queue.js'
import { ended, failing, world } from './support/scheduler.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

const disk = new Error('disk full')

/** A part of the store, of which one method answers otherwise. */
function answering<Part extends object, Method extends keyof Part>(part: Part, method: Method, by: Part[Method]): Part {
  return new Proxy(part, {
    get: (target, name) => {
      const value: unknown = name === method ? by : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('a task that is held for this process, which does not know it, is free again after a while', async () => {
  const { accept, engine, when, stores, clock } = await world({ provider: new StubProvider() })
  const at: number[] = []
  const running = engine({
    // The first claim with tasks is answered as if there were none.
    queue: answering(stores.queue, 'claim', async (...given) => {
      const claimed = await stores.queue.claim(...given)
      return claimed.length > 0 && at.push(clock.now()) === 1 ? [] : claimed
    }),
  })
  await running.start()
  const { id } = await accept()
  expect((await when(id, ended)).status).toBe('completed')
  expect(at).toHaveLength(2)
  expect(at[1]! - at[0]!).toBeGreaterThan(20_000)
  expect(at[1]! - at[0]!).toBeLessThan(600_000)
})

test('what runs here is not taken for lost', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, pass, when } = await world({ provider })
  const { id } = await accept()
  await engine().start()
  await provider.job(0)
  await pass(120_000)
  expect(provider.submitted).toEqual([id])
  await provider.jobs[0]?.complete()
  expect((await when(id, ended)).status).toBe('completed')
})

test('an internal error that cannot be stored is stored later, with one line, and the task is tried again', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, when, stores, logged } = await world({ provider })
  const { id } = await accept()
  await engine({ runs: failing(stores.runs, 'fail', 1) }).start()
  const crash = new Error('out of memory')
  ;(await provider.job(0)).crash(crash)
  const { faults } = await when(id, (task) => task.faults > 0)
  await when(id, () => provider.jobs.length === 2)
  await provider.jobs[1]?.complete()
  expect([faults, (await when(id, ended)).status]).toEqual([1, 'completed'])
  expect(logged).toEqual([
    {
      message: 'the task store could not be used; it is tried again without another line',
      details: { queue: 'default', error: disk },
    },
    {
      message: 'a task could not be run and will be tried again',
      details: { task: id, queue: 'default', error: crash },
    },
  ])
})

test('an internal error of a run whose task is no longer held here is told of', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, until, stores, logged } = await world({ provider })
  const { id } = await accept()
  await engine({ runs: answering(stores.runs, 'fail', async () => 'lost') }).start()
  const crash = new Error('out of memory')
  ;(await provider.job(0)).crash(crash)
  await until(() => logged.length > 0)
  expect(logged).toEqual([
    {
      message: 'a run failed whose task is no longer held here',
      details: { task: id, queue: 'default', error: crash },
    },
  ])
})

test('what went wrong here is tried again after a second, and twice as long each time', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, until, stores, clock } = await world({ provider })
  await accept()
  const told: number[] = []
  const runs = answering(stores.runs, 'fail', (held, fault) => {
    told.push(fault.delay)
    return stores.runs.fail(held, fault)
  })
  await engine({ runs }).start()
  const at: number[] = []
  for (let tries = 0; tries < 5; tries += 1) {
    await until(() => provider.jobs.length > tries)
    at.push(clock.now())
    provider.jobs[tries]!.crash(new Error('out of memory'))
  }
  await until(() => told.length === 5)
  expect(told).toEqual([1000, 2000, 4000, 8000, 16_000])
  // How long it took is not bounded above: the clock goes on while the store writes.
  for (const [index, time] of at.slice(1).entries()) expect(time - at[index]!).toBeGreaterThanOrEqual(told[index]!)
})

test('a process that was taken for gone stops what it runs, joins anew and runs it again', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, when, stores, until } = await world({ provider })
  const { id } = await accept()
  const running = engine()
  await running.start()
  const job = await provider.job(0)
  // Another process takes the file of the store over: it frees what this one holds.
  await stores.queue.leave(await stores.queue.join())
  await until(() => provider.jobs.length === 2)
  expect([job.follow.signal.aborted, running.heartbeatAge()! < stores.queue.lifetime]).toEqual([true, true])
  await provider.jobs[1]?.complete()
  expect((await when(id, ended)).status).toBe('completed')
})

test('tasks that cannot be given back when the service stops are told of', async () => {
  const { engine, stores, logged } = await world({ provider: new StubUpstream() })
  const running = engine({ queue: failing(stores.queue, 'leave', 1) })
  await running.start()
  await running.close(0)
  expect(logged).toEqual([
    {
      message: 'the tasks of this process could not be given back; others take them when its heartbeat has run out',
      details: { error: disk },
    },
  ])
})

test('a count that was not what the tasks say, or that could not be compared, is told of at the start', async () => {
  const { engine, stores, pass, logged } = await world({ provider: new StubUpstream() })
  const difference = { count: 'waiting of default', kept: 3, counted: 1 }
  const repaired = async () => [difference] as unknown as Awaited<ReturnType<TaskQueue['repairCounts']>>
  await engine({ queue: answering(stores.queue, 'repairCounts', repaired) }).start()
  await engine({ queue: failing(stores.queue, 'repairCounts', 1) }).start()
  await pass(1000)
  expect(logged).toEqual([
    {
      message: 'a kept count of tasks was not what the tasks say and was corrected; claims go by it',
      details: difference,
    },
    {
      message: 'the kept counts of tasks could not be compared with the tasks; the next start tries again',
      details: { error: disk },
    },
  ])
})

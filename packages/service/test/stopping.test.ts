import { expect, test } from 'vitest'
import { settle } from './support/manual-clock.js'
import { ended, failing, passTime, world } from './support/scheduler.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

test('a stop lets renders finish for a while, and leaves the rest to the next start', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, when, clock, stores } = await world({ provider })
  const [quick, slow] = [await accept(), await accept()]
  const first = engine()
  await first.start()
  const jobs = [await provider.job(0), await provider.job(1)]
  const jobOf = (id: string) => jobs.find((job) => job.task.id === id)!
  const closed = first.close(5000)
  await jobOf(quick.id).complete()
  while ((await stores.tasks.read(quick.id))?.status !== 'completed')
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  clock.advance(5000)
  await closed
  expect(jobOf(slow.id).follow.signal.aborted).toBe(true)
  await engine().start()
  await (await provider.job(2)).complete()
  expect((await when(slow.id, ended)).status).toBe('completed')
})

test('a stop waits for submissions under way, but no longer than it may, and none is sent again', async () => {
  const provider = new StubUpstream()
  provider.answers = [new Promise<never>(() => undefined)]
  const { accept, engine, when, clock, logged, until } = await world({ provider })
  const task = await accept()
  const first = engine()
  await first.start()
  await until(() => provider.submitted.length === 1)
  let over = false
  const closed = first.close().then(() => {
    over = true
  })
  await passTime(clock, 59_750)
  expect(over).toBe(false)
  while (!over) await passTime(clock, 250)
  await closed
  expect(logged).toEqual([
    {
      message: 'the service stops before an upstream has answered a submission, whose outcome is unknown',
      details: { task: task.id, upstream: 'default' },
    },
  ])
  await engine().start()
  expect((await when(task.id, ended)).error).toMatch(/^outcome unknown: /)
  expect(provider.submitted).toEqual([task.id])
})

test('a store that takes nothing any more does not keep the service from stopping', async () => {
  const provider = new StubUpstream()
  const { accept, engine, stores, errors, logged, until } = await world({ provider })
  const { id } = await accept()
  const first = engine({ runs: failing(stores.runs, 'noteAccepted', Infinity) })
  await first.start()
  await until(() => errors.length > 0)
  await first.close(0)
  expect(errors).toEqual([
    'an answer of an upstream could not be stored; it is tried again',
    'an answer of an upstream could not be stored before the service stopped',
  ])
  const details = { task: id, upstream: 'default' }
  expect(logged).toMatchObject([
    { details: { ...details, error: new Error('disk full') } },
    { details: { ...details, error: new Error('the service is stopping') } },
  ])
})

test('a service that stops leaves the provider that it has taken over for its settings open to others, and closes those that it replaced', async () => {
  const closes: string[] = []
  const provider = (name: string) =>
    Object.assign(new StubUpstream(name), { close: async () => void closes.push(name) })
  const [kept, gone, other] = [provider('kept'), provider('gone'), provider('other')]
  const { accept, engine, pass, providers } = await world({ provider: kept }, { provider: gone }, { provider: other })
  const { id } = await accept({ queue: 'gone' })
  const running = engine()
  await running.start()
  await pass(1000)
  expect(gone.submitted).toEqual([id])
  // What it has is followed to its end there, although it is not in the settings any more.
  providers.replace(providers.lanes.filter(({ queue }) => queue !== 'gone'))
  await running.reload()
  await pass(1000)
  expect(closes).toEqual([])
  await running.close(0)
  expect(closes).toEqual(['gone'])
})

test('a stop does not end before the comparison of counts that is under way, which still reads the store', async () => {
  const { engine, pass, stores } = await world({ provider: new StubUpstream() })
  let compared = (_differences: never[]): void => undefined
  const comparison = new Promise<never[]>((resolve) => (compared = resolve))
  const queue = new Proxy(stores.queue, {
    get: (target, name) => {
      const value: unknown = name === 'repairCounts' ? () => comparison : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const running = engine({ queue })
  await running.start()
  let over = false
  const closed = running.close(0).then(() => (over = true))
  await pass(2000)
  expect(over).toBe(false)
  compared([])
  expect(await closed).toBe(true)
})

test('a process that has stopped asks the store nothing more, and begins nothing that it has claimed meanwhile', async () => {
  const [provider, other] = [new StubUpstream(), new StubUpstream('other')]
  provider.repeatable = true
  provider.answers = [{ answer: 'unknown', error: 'connection lost' }]
  const { accept, engine, pass, until, stores } = await world({ provider }, { provider: other })
  const calls: string[] = []
  let [slow, held] = [false, 0]
  const go: (() => void)[] = []
  const queue = new Proxy(stores.queue, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]): Promise<unknown> => {
        calls.push(String(name))
        const answer: unknown = await Reflect.apply(value, target, given)
        if (slow && Array.isArray(answer) && answer.length > 0 && String(name).startsWith('claim')) {
          held += 1
          await new Promise<void>((resolve) => go.push(resolve))
        }
        return answer
      }
    },
  })
  const asked = await accept()
  const running = engine({ queue })
  await running.start()
  await until(() => provider.submitted.length === 1)
  slow = true
  await accept({ queue: 'other' })
  await until(() => held === 2)
  const closed = running.close(0)
  await settle()
  for (const one of go) one()
  await closed
  expect([provider.submitted, other.submitted]).toEqual([[asked.id], []])
  calls.length = 0
  await pass(130_000)
  expect(calls).toEqual([])
})

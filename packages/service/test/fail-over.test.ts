import { expect, test } from 'vitest'
import type { Prepared, SubmitAnswer } from '../src/domain/provider/provider.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const unreachable: SubmitAnswer = {
  answer: 'not-accepted',
  error: 'answered unreachable',
  pause: { reason: 'unreachable' },
}

test('a paused upstream hands its tasks to the next one, but none that it may have', async () => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  const { accept, engine, when, stores } = await world({ provider: first, concurrency: 2 }, { provider: second })
  first.answers = [{ answer: 'unknown', error: 'connection lost' }, unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
  const [unknown, refused, waiting] = [await accept(), await accept(), await accept()]
  await engine().start()
  for (const { id } of [refused, waiting]) {
    second.complete(id)
    expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'second' })
  }
  expect(await stores.queue.refusals(refused.id)).toMatchObject([
    { upstream: 'default', proof: 'answered unreachable' },
  ])
  expect((await when(unknown.id, ended)).error).toMatch(/^outcome unknown/)
  expect(second.submitted.sort()).toEqual([refused.id, waiting.id].sort())
})

test('a task that its upstream may have is given back at once, not offered to another, when it cannot be repeated now', async () => {
  const prepared: (Prepared | undefined)[] = [undefined, { ...unreachable, answer: 'not-accepted' }]
  const first = Object.assign(new StubUpstream('first'), {
    keptKeys: async () => ({ time: 86_400_000, since: undefined, heard: true }),
    prepare: async (): Promise<Prepared> => prepared.shift() ?? { files: new Map() },
  })
  const second = new StubUpstream('second')
  const { accept, engine, pass, clock } = await world({ provider: first }, { provider: second })
  first.answers = [{ answer: 'unknown', error: 'connection lost' }]
  const { id } = await accept()
  await engine().start()
  const began = clock.now()
  await expect.poll(async () => (await pass(500), first.submitted.length)).toBe(2)
  // A task that is neither moved nor given back is found by the look that comes every 30 seconds.
  expect(clock.now() - began).toBeLessThan(25_000)
  expect(first.submitted).toEqual([id, id])
  expect(second.submitted).toEqual([])
})

test.each([
  ['a model', 'default'],
  ['an upstream', 'new'],
])(
  'a task that needs %s of newer settings is left to services that have them while they are replaced',
  async (_what, queue) => {
    const provider = new StubUpstream()
    const { accept, engine, clock, pass, when, stores } = await world({ provider, models: ['epsilonO3'] })
    const { id } = await accept({ queue, model: 'beta-5.0' })
    await engine({ rolloutTime: 600_000 }).start()
    const began = clock.now()
    await pass(590_000)
    expect((await stores.tasks.read(id))?.error).toBeUndefined()
    expect((await when(id, ended)).error).toBe('no upstream takes beta-5.0 any more')
    expect(clock.now() - began).toBeLessThan(670_000)
    expect(provider.submitted).toEqual([])
  },
)

test('a pause stays as long as it is when the clock of the machine is set back', async () => {
  const provider = new StubUpstream()
  const { accept, engine, clock, pass } = await world({ provider })
  provider.answers = [unreachable]
  await accept()
  const running = engine()
  await running.start()
  await pass(500)
  const left = (): number => (running.health()[0]?.paused?.until ?? 0) - clock.now()
  const before = left()
  clock.set(-3_600_000)
  expect([before > 0, left()]).toEqual([true, before])
  const { id } = await accept()
  await pass(10_000)
  expect(provider.submitted).toContain(id)
})

test('an upstream that stays paused for another reason is logged once more', async () => {
  const provider = new StubUpstream()
  const { accept, engine, errors, pass } = await world({ provider })
  provider.answers = [unreachable]
  provider.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
  await accept()
  const running = engine()
  await running.start()
  await pass(300_000)
  expect(errors).toHaveLength(1)
  provider.pausedBy = { pause: { reason: 'payment' }, error: 'answered 402' }
  await pass(3_600_000)
  expect(running.health()[0]?.paused).toMatchObject({ reason: 'payment', error: 'answered 402' })
  expect(errors).toHaveLength(2)
})

test('a task goes only to upstreams that can carry it, also when the first is paused', async () => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  second.unable = ['wide']
  const { accept, engine, when, pass } = await world({ provider: first, concurrency: 1 }, { provider: second })
  first.answers = [unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
  const [refused, other, wide] = [await accept(), await accept(), await accept({ parameters: { prompt: 'wide' } })]
  const running = engine()
  expect(running.queueFor({ model: 'beta-5.0', kind: 'image', parameters: { prompt: 'wide' } })).toBe('default')
  await running.start()
  for (const { id } of [refused, other]) {
    second.complete(id)
    expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'second' })
  }
  await pass(30_000)
  expect(second.submitted).not.toContain(wide.id)
  first.pausedBy = undefined
  first.complete(wide.id)
  expect(await when(wide.id, ended)).toMatchObject({ status: 'completed', queue: 'default' })
})

test('a task whose upstream can no longer carry it moves to one that can, or fails with the reason', async () => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  first.unable = ['wide', 'long']
  second.unable = ['long']
  const { accept, engine, when, stores } = await world({ provider: first }, { provider: second })
  const [wide, long] = [
    await accept({ parameters: { prompt: 'wide' } }),
    await accept({ parameters: { prompt: 'long' }, account: 'poor' }),
  ]
  await engine().start()
  second.complete(wide.id)
  expect(await when(wide.id, ended)).toMatchObject({ status: 'completed', queue: 'second' })
  expect(await when(long.id, ended)).toMatchObject({ status: 'failed', error: 'prompt: first cannot' })
  expect((await stores.accounts.findAccount('poor'))?.credits, 'nothing was bought for it').toBe(10)
  expect([first.submitted, second.submitted]).toEqual([[], [wide.id]])
})

test('an upstream that works again gets new tasks again, the first of them alone', async () => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  const { accept, engine, when, pass } = await world({ provider: first }, { provider: second })
  first.answers = [unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
  const running = engine()
  await running.start()
  const refused = await accept()
  second.complete(refused.id)
  expect(await when(refused.id, ended)).toMatchObject({ status: 'completed', queue: 'second' })
  expect(running.queueFor(refused)).toBe('second')
  first.pausedBy = undefined
  await pass(120_000)
  expect(running.queueFor(refused)).toBe('default')
  const trial = await accept()
  first.complete(trial.id)
  expect(await when(trial.id, ended)).toMatchObject({ status: 'completed', queue: 'default' })
  expect(running.health()[0]?.paused).toBeUndefined()
})

test('what an idempotent upstream may have is never forwarded to another, also when a repeated submit is declined', async () => {
  const first = Object.assign(new StubUpstream('first'), { repeatable: true })
  const second = new StubUpstream('second')
  const { accept, engine, when } = await world({ provider: first }, { provider: second })
  first.answers = [{ answer: 'unknown', error: 'connection lost' }, unreachable]
  const task = await accept()
  await engine().start()
  first.complete(task.id)
  expect(await when(task.id, ended)).toMatchObject({ status: 'completed', queue: 'default' })
  expect(first.submitted).toEqual([task.id, task.id, task.id])
  expect(second.submitted).toEqual([])
})

test('of a paused upstream that carries all of its models, the waiting tasks of those that another takes move, and no others', async () => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  for (const upstream of [first, second]) Object.assign(upstream, { unsupported: undefined })
  const { accept, engine, pass, stores, when } = await world(
    { provider: first, concurrency: 1 },
    { provider: second, concurrency: 1, models: ['beta-5.0'] },
  )
  first.answers = [unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
  // It has tasks of its own to run first, so that it takes nothing over by itself.
  const own = [await accept({ queue: 'second' }), await accept({ queue: 'second' })]
  const [tried, beta, epsilon] = [await accept(), await accept(), await accept({ model: 'epsilonO3' })]
  await engine().start()
  await pass(5000)
  expect([first.submitted, second.submitted]).toEqual([[tried.id], [own[0]!.id]])
  expect(await stores.tasks.read(beta.id)).toMatchObject({ status: 'queued', queue: 'second' })
  expect(await stores.tasks.read(epsilon.id)).toMatchObject({ status: 'queued', queue: 'default' })
  for (const { id } of [...own, tried, beta]) second.complete(id)
  for (const { id } of [...own, tried, beta])
    expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'second' })
  expect(first.submitted).toEqual([tried.id])
})

test('a task that is left to services with newer settings is offered to them every second', async () => {
  const { accept, engine, pass, stores } = await world({ provider: new StubUpstream(), models: ['epsilonO3'] })
  const { runs } = stores
  const released: string[] = []
  const noting = new Proxy(runs, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name === 'release')
        return (...given: Parameters<typeof runs.release>) => (released.push(given[0].id), runs.release(...given))
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { id } = await accept({ model: 'beta-5.0' })
  await engine({ runs: noting, rolloutTime: 600_000 }).start()
  await pass(10_000)
  expect([released.length >= 5, released.length <= 11, new Set(released)]).toEqual([true, true, new Set([id])])
})

test.each([
  ['goes to the next one where an upstream says no more than that', undefined, 'second'],
  ['goes to the next one where an upstream is down', { reason: 'unavailable' }, 'second'],
  ['waits where an upstream only asks to come later', { reason: 'rate-limited' }, 'default'],
] as const)('a task that was not taken %s, with the refusal and without a fault', async (_, pause, queue) => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  const { accept, engine, pass, stores, clock } = await world({ provider: first }, { provider: second })
  first.answers = [{ answer: 'not-accepted', error: 'no', ...(pause && { pause }) }]
  const { id } = await accept()
  await engine().start()
  const began = clock.now()
  await pass(500)
  expect(await stores.tasks.read(id)).toMatchObject({ queue, faults: 0 })
  const [refusal, ...others] = await stores.queue.refusals(id)
  expect([refusal, others]).toEqual([{ upstream: 'default', at: expect.any(Number), proof: 'no' }, []])
  expect([refusal!.at >= began, refusal!.at <= clock.now()]).toEqual([true, true])
})

import { expect, test } from 'vitest'
import type { Prepared, SubmitAnswer } from '../src/domain/provider/provider.js'
import type { ProviderLane } from '../src/domain/provider/provider-set.js'
import { world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const down: SubmitAnswer = { answer: 'not-accepted', error: 'answered 503', pause: { reason: 'unavailable' } }

type Lanes = readonly (Partial<ProviderLane> & { provider: StubUpstream })[]

/** A service that does not look for tasks by itself: it submits what it has been woken for, and nothing else. */
async function woken(...lanes: Lanes) {
  const made = await world(...lanes)
  const { queue } = made.stores
  const unlooked = new Proxy(queue, {
    get: (target, name) => {
      const value: unknown = name === 'due' ? async () => [] : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const running = made.engine({ queue: unlooked })
  return { ...made, running }
}

const two = () => [new StubUpstream('first'), new StubUpstream('second')] as const

test('a task that an upstream has not taken is submitted to the next one at once', async () => {
  const [first, second] = two()
  const { accept, running, pass } = await woken({ provider: first }, { provider: second })
  await running.start()
  first.answers = [down]
  const { id } = await accept()
  await pass(500)
  expect([first.submitted, second.submitted]).toEqual([[id], [id]])
})

test('a task whose files an upstream does not take now is submitted to the next one at once', async () => {
  const [first, second] = two()
  const prepare = async (): Promise<Prepared> => ({ ...down, answer: 'not-accepted' })
  const { accept, running, pass } = await woken({ provider: Object.assign(first, { prepare }) }, { provider: second })
  await running.start()
  const { id } = await accept()
  await pass(500)
  expect([first.submitted, second.submitted]).toEqual([[], [id]])
})

test('a task that an upstream cannot carry any more is submitted to another one at once', async () => {
  const [first, second] = two()
  first.unable = ['wide']
  const { accept, running, pass } = await woken({ provider: first }, { provider: second })
  await running.start()
  const { id } = await accept({ parameters: { prompt: 'wide' } })
  await pass(500)
  expect(second.submitted).toEqual([id])
})

test('a task that another model is to make is submitted to the upstream of that one at once', async () => {
  const [first, second] = two()
  const { accept, running, pass } = await woken(
    { provider: first, models: ['beta-5.0'] },
    { provider: second, models: ['epsilonO3'] },
  )
  await running.start()
  first.answers = [{ answer: 'rejected', error: 'not this one' }]
  const { id } = await accept({ fallbacks: [{ model: 'epsilonO3', amount: 3 }] })
  await pass(500)
  expect([first.submitted, second.submitted, second.models]).toEqual([[id], [id], ['epsilonO3']])
})

test.each([false, true])(
  'what waits for an upstream when that is paused is submitted to another at once, where each task is looked at: %s',
  async (narrow) => {
    const [first, second] = two()
    if (!narrow) for (const upstream of [first, second]) Object.assign(upstream, { unsupported: undefined })
    const { accept, running, pass, providers } = await woken(
      { provider: first, concurrency: 1 },
      { provider: second, models: ['beta-5.0'] },
    )
    expect(providers.isNarrow).toBe(narrow)
    first.answers = [down]
    first.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
    const ids = [(await accept()).id, (await accept()).id, (await accept()).id]
    await running.start()
    await pass(2500)
    expect(second.submitted.toSorted()).toEqual(ids.toSorted())
  },
)

test('what waits in the queue of an upstream that was taken out is submitted to another at once', async () => {
  const [first] = two()
  const { accept, running, pass } = await woken({ provider: first })
  const { id } = await accept({ queue: 'gone' })
  await running.start()
  await pass(500)
  expect(first.submitted).toEqual([id])
})

test('what an idle upstream takes over from a full one is submitted at once', async () => {
  const [full, idle] = two()
  const { accept, running, pass } = await woken({ provider: full, concurrency: 1 }, { provider: idle })
  for (let count = 0; count < 3; count += 1) await accept()
  await running.start()
  await pass(2500)
  expect([full.submitted.length, idle.submitted.length]).toEqual([1, 2])
})

test('the next task is submitted as soon as the one before has been answered', async () => {
  const [first] = two()
  const { accept, running, pass } = await woken({ provider: first, requestsPerSecond: 1 })
  const ids = [(await accept()).id, (await accept()).id, (await accept()).id]
  await running.start()
  await pass(2500)
  expect(first.submitted).toEqual(ids)
})

test('what waits while an upstream is paused, or one of its models, is submitted once it works again', async () => {
  const [first] = two()
  const { accept, running, pass } = await woken({ provider: first })
  first.answers = [down]
  const tried = await accept()
  await running.start()
  await pass(250)
  const waiting = [(await accept()).id, (await accept()).id]
  await pass(250)
  expect(first.submitted).toEqual([tried.id])
  // The pause of the first try is over, and a new task wakes the lane: it is tried alone.
  await pass(1500)
  const { id } = await accept()
  await pass(500)
  expect(new Set(first.submitted.slice(1))).toEqual(new Set([...waiting, id, tried.id]))
})

test('what waits for more room, or for an operator, is submitted once there is some', async () => {
  const [first] = two()
  const { accept, running, pass, providers, stores } = await woken({ provider: first, concurrency: 1 })
  for (let count = 0; count < 3; count += 1) await accept()
  await running.start()
  await pass(500)
  expect(first.submitted).toHaveLength(1)
  providers.replace(providers.lanes.map((lane) => ({ ...lane, concurrency: 2 })))
  await running.reload()
  await pass(500)
  expect(first.submitted).toHaveLength(2)
  await stores.operator.hold({ queue: 'default', since: 1, who: 'Ada', reason: '' })
  running.rereadHolds()
  await pass(250)
  providers.replace(providers.lanes.map((lane) => ({ ...lane, concurrency: 3 })))
  await running.reload()
  await pass(500)
  expect(first.submitted).toHaveLength(2)
  await stores.operator.endHold('default')
  running.rereadHolds()
  await pass(500)
  expect(first.submitted).toHaveLength(3)
})

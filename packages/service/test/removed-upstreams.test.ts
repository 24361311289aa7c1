import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import { claimer } from './support/claims.js'
import { ended, failing, unknownOutcomeDeadline, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

/** Two upstreams, of which the second was taken out of the settings once it had, or may have had, a task. */
async function removed(answer: SubmitAnswer = { answer: 'accepted', reference: 'ref-there' }) {
  const [kept, gone] = [new StubUpstream('kept'), new StubUpstream('gone')]
  const of = await world({ provider: kept, models: ['beta-5.0'] }, { provider: gone })
  const both = of.providers.lanes
  gone.answers = [answer]
  const { id } = await of.accept({ account: 'poor', queue: 'gone' })
  const before = of.engine()
  await before.start()
  await of.until(() => gone.submitted.length === 1)
  await of.pass(1000)
  await before.close(0)
  of.providers.replace(both.slice(0, 1))
  const credits = async () => (await of.stores.accounts.findAccount('poor'))?.credits
  return { ...of, kept, gone, id, both, credits }
}

test('what no upstream has moves from one that was taken out to one that takes its model', async () => {
  const kept = new StubUpstream('kept')
  const { accept, engine, until, when, logged } = await world({ provider: kept, models: ['beta-5.0'] })
  const { id } = await accept({ queue: 'gone' })
  await engine().start()
  await until(() => kept.submitted.length === 1)
  kept.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'default' })
  expect(logged).toEqual([
    {
      message:
        'the upstream gone is not in the settings; the tasks it has accepted wait until it is put back or they are cancelled',
      details: { upstream: 'gone' },
    },
  ])
})

test('what no upstream has fails where none takes its model any more, and its credits come back', async () => {
  const { accept, engine, when, stores } = await world({ provider: new StubUpstream(), models: ['beta-5.0'] })
  const { id } = await accept({ queue: 'gone', model: 'epsilonO3', account: 'poor' })
  await engine().start()
  expect(await when(id, ended)).toMatchObject({ status: 'failed', error: 'no upstream takes epsilonO3 any more' })
  expect((await stores.accounts.findAccount('poor'))?.credits).toBe(10)
})

test('what an upstream may have that was taken out is asked of no other, fails at its deadline, and is charged', async () => {
  const { engine, when, pass, stores, kept, id, credits } = await removed({ answer: 'unknown', error: 'cut off' })
  await engine().start()
  await pass(unknownOutcomeDeadline - 10_000)
  expect((await stores.tasks.read(id))?.status).toBe('processing')
  expect(await when(id, ended)).toMatchObject({
    status: 'failed',
    error:
      'outcome unknown: the task was sent to the upstream gone, which is not in the settings any more; it may have run there and was not submitted twice',
  })
  expect([kept.submitted, await credits()]).toEqual([[], 7])
})

test('what an upstream has that was taken out waits, and completes once it is put back', async () => {
  const { engine, when, pass, providers, stores, both, kept, gone, id, credits } = await removed()
  const without = engine()
  await without.start()
  await pass(2 * unknownOutcomeDeadline)
  expect((await stores.tasks.read(id))?.status).toBe('processing')
  await without.close(0)
  providers.replace(both)
  const { poll } = gone
  gone.poll = async (references) => {
    await poll.call(gone, references)
    return new Map(references.map((reference) => [reference, { state: 'completed' } as const]))
  }
  await engine().start()
  expect((await when(id, ended)).status).toBe('completed')
  expect([kept.submitted, gone.submitted, await credits()]).toEqual([[], [id], 7])
})

test('what an upstream has that was taken out is charged where its caller gives it up, since it may have been made', async () => {
  const { engine, when, stores, id, credits } = await removed()
  await stores.tasks.cancel(id, 'cancelled by the client')
  await engine().start()
  expect(await when(id, ended)).toMatchObject({
    status: 'failed',
    error:
      'cancelled by the client; the upstream gone has it and is not in the settings any more, so that nothing proves that it was not made',
    errorClass: 'cancelled',
  })
  expect(await credits()).toBe(7)
})

test('what is to be cancelled at an upstream of newer settings is left to services that have them', async () => {
  const { engine, pass, stores, id, credits } = await removed()
  await stores.tasks.cancel(id, 'cancelled by the client')
  await engine({ rolloutTime: 600_000 }).start()
  await pass(300_000)
  expect([(await stores.tasks.read(id))?.status, await credits()]).toEqual(['processing', 7])
})

test('a store that cannot say which queues there are is asked again, with a line each time', async () => {
  const kept = new StubUpstream('kept')
  const { accept, engine, until, stores, logged } = await world({ provider: kept })
  await accept({ queue: 'gone' })
  await engine({ queue: failing(stores.queue, 'queues', 1) }).start()
  await until(() => kept.submitted.length === 1)
  expect(logged[0]).toEqual({
    message: 'queues without an upstream could not be looked at; it is tried again',
    details: { error: new Error('disk full') },
  })
})

test('an upstream that a reload takes out is closed, and not shown any more, once the last task that it has has ended', async () => {
  const [kept, gone] = [new StubUpstream('kept'), new StubUpstream('gone')]
  let closes = 0
  gone.close = async () => void (closes += 1)
  const { accept, engine, pass, when, providers } = await world({ provider: kept }, { provider: gone })
  const { id } = await accept({ queue: 'gone' })
  const running = engine()
  await running.start()
  await when(id, ({ submission }) => submission.state === 'accepted')
  providers.replace(providers.lanes.slice(0, 1))
  await running.reload()
  await pass(10_000)
  expect([running.health().map(({ queue }) => queue), closes]).toEqual([['default', 'gone'], 0])
  gone.complete(id)
  expect((await when(id, ended)).status).toBe('completed')
  await pass(5000)
  expect([running.health().map(({ queue }) => queue), closes]).toEqual([['default'], 1])
})

test('what waits for an upstream that is not in the settings is looked at once a minute, and told of once', async () => {
  const { engine, pass, stores, errors } = await removed()
  let looks = 0
  const queue = new Proxy(stores.queue, {
    get: (target, name) => {
      if (name === 'queues') looks += 1
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await engine({ queue }).start()
  await pass(185_000)
  expect(looks).toBe(4)
  expect(errors).toHaveLength(1)
})

test('what an upstream may have that was taken out before a start ends at its deadline, also where others that were taken out are looked at often', async () => {
  const [kept, gone] = [new StubUpstream('kept'), new StubUpstream('gone')]
  const { accept, engine, pass, when, stores, clock, providers } = await world({ provider: kept }, { provider: gone })
  const { id } = await accept({ queue: 'earlier' })
  const { held, claim } = await claimer(stores.queue)
  await claim(1, 'earlier')
  await stores.runs.noteSent(held(id))
  const began = clock.now()
  const followed = await accept({ queue: 'gone' })
  await pass(20_000)
  const running = engine()
  await running.start()
  await when(followed.id, ({ submission }) => submission.state === 'accepted')
  providers.replace(providers.lanes.slice(0, 1))
  await running.reload()
  expect((await when(id, ended)).error).toMatch(/^outcome unknown: the task was sent to the upstream earlier, /)
  expect(clock.now() - began).toBeGreaterThanOrEqual(unknownOutcomeDeadline)
  expect(clock.now() - began).toBeLessThan(2 * unknownOutcomeDeadline)
})

test('an upstream whose settings were just taken over gets tasks before its lane runs, and what is asked about one that is gone is answered', async () => {
  const [kept, added] = [new StubUpstream('kept'), new StubUpstream('added')]
  const { engine, providers, accept, until } = await world({ provider: kept, models: ['beta-5.0'] })
  const running = engine()
  await running.start()
  providers.replace([
    ...providers.lanes,
    { ...providers.lanes[0]!, queue: 'added', provider: added, models: ['epsilonO3'] },
  ])
  expect(running.queueFor({ model: 'epsilonO3', kind: 'image', parameters: {} })).toBe('added')
  expect(running.paused('added', 'epsilonO3')).toBe(false)
  const { id } = await accept({ queue: 'added', model: 'epsilonO3' })
  running.wake('added')
  await running.wakePoll('gone', id)
  expect(running.seen(id)).toBeUndefined()
  await running.reload()
  await until(() => added.submitted.length === 1)
})

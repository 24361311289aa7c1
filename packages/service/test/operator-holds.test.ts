import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import { ended, world } from './support/scheduler.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

const hold = { since: Date.UTC(2026, 0, 2, 3, 4, 5), who: 'Ada', reason: 'an invoice' }
const words = 'Ada holds it back since 2026-01-02T03:04:05.000Z'

test('what an operator holds back is submitted nothing, its neighbours are, and both is told with who and why until it is resumed', async () => {
  const [held, free] = [new StubUpstream('held'), new StubUpstream('free')]
  const { accept, engine, pass, when, stores, clock, infos } = await world(
    { provider: held, models: ['beta-5.0'] },
    { provider: free, models: ['epsilonO3'] },
  )
  const running = engine()
  await running.start()
  await stores.operator.hold({ queue: 'default', ...hold })
  running.rereadHolds()
  await pass(250)
  const since = clock.now()
  await pass(4750)
  const [waiting, other] = [await accept(), await accept({ queue: 'free', model: 'epsilonO3' })]
  await pass(5000)
  expect([held.submitted, free.submitted]).toEqual([[], [other.id]])
  expect(running.health().map(({ paused }) => paused)).toEqual([
    { reason: 'operator', error: `${words}: an invoice`, since, until: clock.now() },
    undefined,
  ])
  expect([running.paused('default', 'beta-5.0'), running.paused('free', 'epsilonO3')]).toEqual([true, false])
  await stores.operator.endHold('default')
  held.complete(waiting.id)
  expect((await when(waiting.id, ended)).status).toBe('completed')
  expect(running.health()[0]?.paused).toBeUndefined()
  expect(infos).toEqual([
    {
      message: 'an operator holds an upstream back',
      details: { upstream: 'default', who: 'Ada', reason: 'an invoice' },
    },
    { message: 'an operator has resumed an upstream', details: { upstream: 'default' } },
  ])
})

test('a hold without a reason says who and since when, and applies at once where it is read again, else within two seconds', async () => {
  const provider = new StubUpstream()
  const { engine, pass, stores } = await world({ provider })
  const running = engine()
  await running.start()
  const told = () => running.health()[0]?.paused?.error
  await stores.operator.hold({ queue: 'default', ...hold, reason: '' })
  running.rereadHolds()
  await pass(1)
  expect(told()).toBe(words)
  await stores.operator.endHold('default')
  await pass(1500)
  expect(told()).toBe(words)
  await pass(500)
  expect(told()).toBeUndefined()
})

test('what an operator holds back is not repeated either where its upstream may have it, and is held back after a restart', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  provider.answers = [{ answer: 'unknown', error: 'connection lost' } satisfies SubmitAnswer]
  const { accept, engine, pass, when, until, stores } = await world({ provider })
  const { id } = await accept()
  const before = engine()
  await before.start()
  await until(() => provider.submitted.length === 1)
  await stores.operator.hold({ queue: 'default', ...hold })
  await pass(10_000)
  await before.close(0)
  await engine().start()
  await pass(10_000)
  expect(provider.submitted).toEqual([id])
  await stores.operator.endHold('default')
  provider.complete(id)
  expect((await when(id, ended)).status).toBe('completed')
  expect(provider.submitted).toEqual([id, id])
})

test('a hold stays on an upstream whose settings change, and a store that does not answer changes nothing', async () => {
  const [provider, next] = [new StubUpstream(), new StubUpstream('next')]
  const { accept, engine, pass, stores, providers } = await world({ provider })
  const running = engine()
  await running.start()
  await stores.operator.hold({ queue: 'default', ...hold })
  await pass(2500)
  stores.operator.holds = () => Promise.reject(new Error('disk full'))
  providers.replace(providers.lanes.map((lane) => ({ ...lane, provider: next })))
  await running.reload()
  const { id } = await accept()
  await pass(10_000)
  expect(next.submitted).toEqual([])
  expect(running.health()[0]?.paused).toMatchObject({ reason: 'operator', error: `${words}: an invoice` })
  delete (stores.operator as Partial<typeof stores.operator>).holds
  await stores.operator.endHold('default')
  await pass(5000)
  expect(next.submitted).toEqual([id])
})

test('tasks that are rendered here wait too where an operator holds them back, and those under way go on', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, pass, when, stores } = await world({ provider })
  const first = await accept()
  await engine().start()
  const job = await provider.job(0)
  await stores.operator.hold({ queue: 'default', ...hold })
  await pass(2500)
  const second = await accept()
  await job.complete()
  expect((await when(first.id, ended)).status).toBe('completed')
  await pass(5000)
  expect(provider.jobs).toHaveLength(1)
  await stores.operator.endHold('default')
  await pass(2500)
  await (await provider.job(1)).complete()
  expect((await when(second.id, ended)).status).toBe('completed')
})

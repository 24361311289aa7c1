import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import { ended, failing, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const unknown: SubmitAnswer = { answer: 'unknown-model', error: 'answered 404: no such model', sentAs: 'beta-5,0' }
const mistyped = 'beta-5.0'
const other = 'sd_2.0_discount'

test('a model that an upstream does not know is paused there alone, and its tasks go elsewhere', async () => {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  const { accept, engine, when, until, stores, logged } = await world({ provider: first }, { provider: second })
  first.answers = [unknown]
  const running = engine()
  await running.start()
  const refused = await accept({ model: mistyped })
  await until(() => second.submitted.length === 1)
  expect(await stores.queue.refusals(refused.id)).toMatchObject([
    {
      upstream: 'default',
      proof: 'answered 404: no such model; correct modelIds of this upstream, which sends the model as "beta-5,0"',
    },
  ])
  const request = { kind: 'image', parameters: {} } as const
  expect(running.queueFor({ ...request, model: mistyped })).toBe('second')
  expect(running.queueFor({ ...request, model: other })).toBe('default')
  expect([running.paused('default', mistyped), running.paused('default', other)]).toEqual([true, false])
  expect(running.health()[0]).toMatchObject({
    paused: undefined,
    pausedModels: [{ model: mistyped, sentAs: 'beta-5,0', error: 'answered 404: no such model' }],
  })
  const [late, unconcerned] = [await accept({ model: mistyped }), await accept({ model: other })]
  await until(() => second.submitted.length === 2)
  for (const { id } of [refused, late]) {
    second.complete(id)
    expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'second' })
  }
  expect(first.submitted.sort()).toEqual([refused.id, unconcerned.id].sort())
  expect(logged).toEqual([
    {
      message:
        'an upstream does not take a model under the ID that it is sent; tasks of the model go to other upstreams or wait. Correct modelIds of this upstream',
      details: {
        upstream: 'default',
        model: mistyped,
        sentAs: 'beta-5,0',
        error: 'answered 404: no such model',
        until: expect.stringMatching(/^2026-01-02T03:04:\d\d\.\d{3}Z$/) as string,
      },
    },
  ])
})

test('without another upstream its tasks wait, one at a time is tried, and they go through once it is known', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, errors, infos, pass, stores } = await world({ provider })
  let known = false
  const submitted: string[] = []
  const submit = provider.submit.bind(provider)
  provider.submit = async (task) => {
    submitted.push(task.id)
    return task.model === mistyped && !known ? unknown : submit(task)
  }
  const running = engine()
  await running.start()
  const waiting = [await accept({ model: mistyped })]
  await pass(1000)
  for (let count = 0; count < 30; count += 1) waiting.push(await accept({ model: mistyped }))
  const others = [await accept({ model: other }), await accept({ model: other })]
  for (const { id } of others) {
    provider.complete(id)
    expect((await when(id, ended)).status).toBe('completed')
  }
  await pass(3_600_000)
  const tries = submitted.filter((id) => waiting.some((task) => task.id === id)).length
  expect(tries).toBeGreaterThan(5)
  expect(tries).toBeLessThan(25)
  expect(errors).toHaveLength(1)
  expect((await stores.queue.figures(9))[0]).toMatchObject({ running: 0 })
  known = true
  for (const { id } of waiting) {
    provider.complete(id)
    expect((await when(id, ended)).status).toBe('completed')
  }
  expect(running.health()[0]?.pausedModels).toEqual([])
  expect(infos).toEqual([
    { message: 'an upstream takes tasks of a model again', details: { upstream: 'default', model: mistyped } },
  ])
  expect(provider.submitted).toHaveLength(new Set(provider.submitted).size)
})

test('a task that an idempotent upstream may have waits there for its model', async () => {
  const first = Object.assign(new StubUpstream('first'), { repeatable: true })
  const second = new StubUpstream('second')
  const { accept, engine, when } = await world({ provider: first }, { provider: second })
  first.answers = [{ answer: 'unknown', error: 'connection lost' }, unknown]
  const task = await accept({ model: mistyped })
  await engine().start()
  first.complete(task.id)
  expect(await when(task.id, ended)).toMatchObject({ status: 'completed', queue: 'default' })
  expect(second.submitted).toEqual([])
})

test('an upstream that was paused works again once it judges a model', async () => {
  const provider = new StubUpstream()
  provider.answers = [{ answer: 'not-accepted', error: 'answered 401', pause: { reason: 'credentials' } }, unknown]
  const { accept, engine, pass } = await world({ provider })
  await accept({ model: mistyped })
  const running = engine()
  await running.start()
  await pass(60_000)
  expect(running.health()[0]).toMatchObject({ paused: undefined, pausedModels: [{ model: mistyped }] })
})

test('a start after the setting was corrected submits at once what waits for its model, and what an idempotent upstream may have', async () => {
  const provider = Object.assign(new StubUpstream(), { repeatable: true })
  const { accept, engine, pass, until, clock, stores } = await world({ provider })
  provider.answers = [unknown, { answer: 'unknown', error: 'connection lost' }, unknown]
  const refused = await accept({ model: mistyped })
  const before = engine()
  await before.start()
  await until(() => provider.submitted.length === 1)
  const kept = await accept({ model: mistyped })
  const [asked, repeated] = [await accept({ model: other }), 'sent']
  await until(() => provider.submitted.filter((id) => id === asked.id).length === 2)
  await pass(1000)
  expect((await stores.tasks.read(asked.id))?.submission.state).toBe(repeated)
  expect((await stores.queue.figures(9))[0]).toMatchObject({ waiting: 0, delayed: 3 })
  await before.close(0)
  const corrected = clock.now()
  provider.submitted.length = 0
  await engine().start()
  await until(() => provider.submitted.length === 3)
  expect(clock.now() - corrected).toBeLessThan(2000)
  expect(provider.submitted.sort()).toEqual([refused.id, kept.id, asked.id].sort())
})

test('a start waits neither for what waits there nor for a store that cannot end its delays', async () => {
  const provider = new StubUpstream()
  const { accept, engine, until, pass, stores, errors } = await world({ provider })
  provider.answers = [unknown]
  const refused = await accept({ model: mistyped })
  const before = engine()
  await before.start()
  await until(() => provider.submitted.length === 1)
  await pass(1000)
  await before.close(0)
  errors.length = 0
  await engine({ queue: failing(stores.queue, 'endDelays', 2) }).start()
  await until(() => provider.submitted.length === 2)
  expect(provider.submitted).toEqual([refused.id, refused.id])
  expect(errors).toEqual(['the task store could not be used; it is tried again without another line'])
})

test('a start ends the delays of all that waits, a window at a time, and once', async () => {
  const { engine, pass, stores } = await world({ provider: new StubUpstream() })
  const ended = [500, 500, 20]
  let asked = 0
  const queue = new Proxy(stores.queue, {
    get: (target, name) => {
      if (name === 'endDelays') return async () => ended[asked++] ?? 0
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await engine({ queue }).start()
  await pass(5000)
  expect(asked).toBe(3)
})

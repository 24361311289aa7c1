import { expect, test } from 'vitest'
import type { ProviderTask, SubmitAnswer } from '../src/domain/provider/provider.js'
import { world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const refusal: SubmitAnswer = {
  answer: 'not-accepted',
  error: 'the content is not allowed (403)',
  pause: { reason: 'forbidden' },
}

/** Refuses some tasks for what is in them, as it does all once its key is barred. */
class RefusesSome extends StubUpstream {
  barred = false

  override async submit(task: ProviderTask): Promise<SubmitAnswer> {
    const answer = await super.submit(task)
    return this.barred || task.parameters['prompt'] === 'bad' ? refusal : answer
  }
}

test('tasks that an upstream rejects by themselves pause it once, keep it from no other task, and end', async () => {
  const provider = new RefusesSome()
  const { accept, engine, until, pass, stores, clock } = await world({ provider })
  await engine().start()
  const bad = [await accept({ parameters: { prompt: 'bad' } })]
  await until(() => provider.submitted.length >= 1)
  const first = await accept({ account: 'poor', amount: 1 })
  await until(() => provider.submitted.includes(first.id))
  for (let count = 0; count < 10; count += 1) bad.push(await accept({ parameters: { prompt: 'bad' } }))
  for (let count = 0; count < 14; count += 1) {
    const began = clock.now()
    const other = await accept(count % 2 === 0 ? { account: 'poor', amount: 1 } : {})
    await until(() => provider.submitted.includes(other.id))
    expect(clock.now() - began, `task ${count}`).toBeLessThan(2500)
    await pass(60_000)
  }
  for (const { id } of bad) {
    const { status, error } = (await stores.tasks.read(id)) ?? {}
    expect({ status, error }).toEqual({
      status: 'failed',
      error:
        'the upstream default rejected the task again and again while it took others: the content is not allowed (403)',
    })
    expect(provider.submitted.filter((one) => one === id).length).toBeLessThanOrEqual(6)
  }
})

test('what one model was rejected for is not held against the next that is to make the task', async () => {
  const provider = new RefusesSome()
  const { accept, engine, until, pass, stores } = await world({ provider })
  await engine().start()
  const fallbacks = [{ model: 'beta_5.0Pro', amount: 0 }]
  const bad = await accept({ parameters: { prompt: 'bad' }, model: 'beta-5.0', price: 0, fallbacks })
  const asked = (model: string): number =>
    provider.submitted.filter((id, index) => id === bad.id && provider.models[index] === model).length
  for (let count = 0; count < 30; count += 1) {
    const other = await accept({ account: 'poor', amount: 0 })
    await until(() => provider.submitted.includes(other.id))
    await pass(60_000)
  }
  const { status, model, tried } = (await stores.tasks.read(bad.id)) ?? {}
  expect([status, model, tried?.map((one) => one.reason)]).toEqual(['failed', 'beta_5.0Pro', ['rejected']])
  expect([asked('beta-5.0') >= 5, asked('beta_5.0Pro') >= 5]).toEqual([true, true])
})

test('an account with many of them, and none taken before, keeps the upstream from another for two pauses at most', async () => {
  const provider = new RefusesSome()
  const { accept, engine, until, clock } = await world({ provider })
  for (let count = 0; count < 20; count += 1) await accept({ parameters: { prompt: 'bad' } })
  await engine().start()
  await until(() => provider.submitted.length >= 1)
  const began = clock.now()
  const other = await accept({ account: 'poor', amount: 1 })
  await until(() => provider.submitted.includes(other.id))
  expect(clock.now() - began).toBeLessThan(60_000)
})

test('an upstream whose key is barred is paused, and no task fails for it, those of a suspect account included', async () => {
  const provider = new RefusesSome()
  const { accept, engine, until, pass, stores, errors } = await world({ provider })
  await engine().start()
  const bad = await accept({ parameters: { prompt: 'bad' } })
  await until(() => provider.submitted.includes(bad.id))
  const good = await accept()
  await until(() => provider.submitted.includes(good.id))
  await pass(60_000)
  expect(errors).toEqual(['an upstream is paused; its tasks wait, and it is asked again with one task at a time'])

  provider.barred = true
  const before = provider.submitted.length
  const suspects = await Promise.all(Array.from({ length: 5 }, () => accept()))
  await pass(1_800_000)
  expect(errors, 'those of the account that was the cause pause nothing').toHaveLength(1)
  expect(provider.submitted.length - before).toBeLessThan(60)
  const others = [await accept({ account: 'poor', amount: 1 }), await accept({ account: 'poor', amount: 1 })]
  await pass(1_800_000)
  expect(errors).toHaveLength(2)
  provider.barred = false
  await pass(900_000)
  for (const { id } of [...suspects, ...others])
    expect((await stores.tasks.read(id))?.submission, id).toMatchObject({ state: 'accepted' })
})

test('a task that costs more than the upstream has left waits alone and does not end', async () => {
  class Poor extends StubUpstream {
    override async submit(task: ProviderTask): Promise<SubmitAnswer> {
      const answer = await super.submit(task)
      return task.parameters['prompt'] === 'dear'
        ? { answer: 'not-accepted', error: 'insufficient balance (402)', pause: { reason: 'payment' } }
        : answer
    }
  }
  const provider = new Poor()
  const { accept, engine, until, clock, stores } = await world({ provider })
  await engine().start()
  const dear = await accept({ parameters: { prompt: 'dear' } })
  await until(() => provider.submitted.includes(dear.id))
  for (let count = 0; count < 10; count += 1) {
    const began = clock.now()
    const other = await accept({ account: 'poor', amount: 1 })
    await until(() => provider.submitted.includes(other.id))
    expect(clock.now() - began, `task ${count}`).toBeLessThan(count === 0 ? 60_000 : 2500)
    clock.advance(400_000)
  }
  expect(provider.submitted.filter((id) => id === dear.id).length).toBeGreaterThan(5)
  expect((await stores.tasks.read(dear.id))?.submission.state).toBe('none')
})

test('two upstreams that reject a task do not hand it to and fro', async () => {
  const [one, two] = [new RefusesSome('one'), new RefusesSome('two')]
  const { accept, engine, until, pass } = await world({ provider: one }, { provider: two })
  await engine().start()
  const bad = await accept({ parameters: { prompt: 'bad' } })
  await until(() => two.submitted.includes(bad.id))
  const good = await accept()
  await until(() => [...one.submitted, ...two.submitted].includes(good.id))
  const worse = await accept({ parameters: { prompt: 'bad' } })
  await pass(120_000)
  for (const { id } of [bad, worse])
    expect([...one.submitted, ...two.submitted].filter((each) => each === id).length, id).toBeLessThan(10)
})

import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { ended, failing, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const rejected: SubmitAnswer = { answer: 'rejected', error: 'the upstream rejected the request: a face' }
const unreachable: SubmitAnswer = { answer: 'not-accepted', error: 'no way', pause: { reason: 'unreachable' } }
const limited: SubmitAnswer = { answer: 'not-accepted', error: 'slow', pause: { reason: 'rate-limited' } }
const unknown: SubmitAnswer = { answer: 'unknown', error: 'connection lost' }

/** A task of a poor account, which another model may make for more or for less. */
const named = (values: Partial<TaskRecord> = {}): Partial<TaskRecord> => ({
  ...{ account: 'poor', model: 'beta-5.0', amount: 5, price: 3, fallbacks: [{ model: 'beta_5.0Pro', amount: 5 }] },
  ...values,
})

/** An upstream of one model before one of the other. */
async function two(concurrency = 100) {
  const [first, second] = [new StubUpstream('first'), new StubUpstream('second')]
  const made = await world(
    { provider: first, models: ['beta-5.0'], concurrency },
    { provider: second, models: ['beta_5.0Pro', 'epsilonO3'] },
  )
  const balance = async () => {
    const { credits, held } = (await made.stores.accounts.findAccount('poor'))!
    return [credits, held]
  }
  return { ...made, first, second, balance }
}

test('what an upstream has rejected is made by the model that was named, for its price', async () => {
  const { first, second, accept, engine, when, stores, balance } = await two()
  first.answers = [rejected]
  const { id } = await accept(named())
  expect(await balance()).toEqual([5, 5])
  await engine().start()
  second.complete(id)
  expect(await when(id, ended)).toMatchObject({
    ...{ status: 'completed', model: 'beta_5.0Pro', queue: 'second', amount: 5 },
    tried: [{ model: 'beta-5.0', reason: 'rejected', message: 'the upstream rejected the request: a face' }],
  })
  expect(await balance()).toEqual([5, 0])
  expect(await stores.queue.refusals(id)).toMatchObject([{ upstream: 'default', proof: rejected.error }])
  expect([first.models, second.models]).toEqual([['beta-5.0'], ['beta_5.0Pro']])
})

test('the models are asked in their order, each once, and the last rejection ends the task for nothing', async () => {
  const { first, second, accept, engine, when, balance } = await two()
  first.answers = [rejected]
  second.answers = [rejected, { ...rejected, error: 'the last word' }]
  const [pro, other] = [
    { model: 'beta_5.0Pro', amount: 5 },
    { model: 'epsilonO3', amount: 1 },
  ]
  const { id } = await accept(named({ fallbacks: [pro, { model: 'gamma-1.0-t2v', amount: 2 }, other] }))
  await engine().start()
  const task = await when(id, ended)
  expect(task).toMatchObject({ status: 'failed', error: 'the last word', errorClass: 'rejected', amount: 0 })
  expect([...first.models, ...second.models]).toEqual(['beta-5.0', 'beta_5.0Pro', 'epsilonO3'])
  expect(await balance()).toEqual([10, 0])
})

test('without a model that was named a rejection ends the task', async () => {
  const { first, second, accept, engine, when } = await two()
  first.answers = [rejected]
  const { id } = await accept(named({ fallbacks: [] }))
  await engine().start()
  expect(await when(id, ended)).toMatchObject({ status: 'failed', model: 'beta-5.0', amount: 0 })
  expect(second.submitted).toEqual([])
})

test.each(['rejected', 'not-accepted', 'unknown'] as const)(
  'what an upstream may have goes to no other model, also when a repeat is answered with %s',
  async (answer) => {
    const { first, second, accept, engine, when, balance } = await two()
    first.repeatable = true
    const repeat = { rejected, 'not-accepted': unreachable, unknown }[answer]
    first.answers = [unknown, ...Array.from({ length: 99 }, () => repeat)]
    first.pausedBy = answer === 'not-accepted' ? { pause: { reason: 'unreachable' }, error: 'gone' } : undefined
    const { id } = await accept(named())
    const running = engine()
    await running.start()
    if (answer === 'rejected') {
      const task = await when(id, ended)
      expect(task).toMatchObject({ status: 'failed', model: 'beta-5.0', errorClass: 'unknown-outcome', amount: 3 })
      expect(await balance()).toEqual([7, 0])
    } else await when(id, () => first.submitted.length > 2 || first.probes > 2)
    expect(second.submitted).toEqual([])
  },
)

test('what an upstream has accepted goes to no other model when it fails there', async () => {
  const { first, second, accept, engine, when } = await two()
  first.snapshots = [{ state: 'failed', error: 'moderated' }]
  const { id } = await accept(named())
  await engine().start()
  expect(await when(id, ended)).toMatchObject({ status: 'failed', error: 'moderated', model: 'beta-5.0', amount: 0 })
  expect(second.submitted).toEqual([])
})

test.each([
  ['each may be unable to carry a request', true],
  ['each carries every request', false],
])(
  'while every upstream of a model is down, what none has is made by the model that was named, where %s',
  async (_, narrow) => {
    const { first, second, accept, engine, when, pass, stores } = await two(2)
    if (!narrow) for (const provider of [first, second]) Object.assign(provider, { unsupported: undefined })
    first.answers = [unknown, unreachable]
    first.pausedBy = { pause: { reason: 'unreachable' }, error: 'ECONNREFUSED' }
    const [unsure, refused, waiting, plain] = [
      await accept(named({ account: 'rich' })),
      await accept(named({ account: 'rich' })),
      await accept(named({ account: 'rich' })),
      await accept({ model: 'beta-5.0' }),
    ]
    await engine().start()
    for (const { id } of [refused, waiting]) {
      second.complete(id)
      expect(await when(id, ended)).toMatchObject({
        ...{ status: 'completed', model: 'beta_5.0Pro', amount: 5 },
        tried: [{ model: 'beta-5.0', reason: 'unavailable', message: 'no upstream of beta-5.0 took tasks' }],
      })
    }
    await pass(30_000)
    expect(second.submitted.sort()).toEqual([refused.id, waiting.id].sort())
    expect((await stores.tasks.read(plain.id))?.model, 'it names no other').toBe('beta-5.0')
    expect(await when(unsure.id, ended)).toMatchObject({ model: 'beta-5.0', errorClass: 'unknown-outcome' })
  },
)

test('what an operator holds back is made by the model that was named', async () => {
  const { second, stores, accept, engine, when } = await two()
  await stores.operator.hold({ queue: 'default', since: 1, who: 'ann', reason: 'a bad day' })
  const { id } = await accept(named())
  await engine().start()
  second.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta_5.0Pro' })
})

test('a rate limit is waited for, and another upstream of the model comes before another model', async () => {
  const { first, second, accept, engine, when, pass, providers } = await two()
  first.answers = [limited]
  const { id } = await accept(named())
  const running = engine()
  await running.start()
  first.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta-5.0', amount: 3 })
  const third = new StubUpstream('third')
  providers.replace([
    ...providers.lanes,
    { ...providers.lanes[0]!, queue: 'third', provider: third, models: ['beta-5.0'] },
  ])
  await running.reload()
  first.answers = [unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'gone' }
  const other = await accept(named())
  third.complete(other.id)
  expect(await when(other.id, ended)).toMatchObject({ status: 'completed', model: 'beta-5.0', queue: 'third' })
  await pass(1000)
  expect(second.submitted).toEqual([])
})

test('a task waits for its own model while one upstream of it is down and another one only limits its rate', async () => {
  const { first, second, accept, engine, when, pass, providers } = await two()
  const third = new StubUpstream('third')
  providers.replace([
    ...providers.lanes,
    { ...providers.lanes[0]!, queue: 'third', provider: third, models: ['beta-5.0'] },
  ])
  first.answers = [unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'gone' }
  third.answers = Array.from({ length: 4 }, () => limited)
  const ids = [(await accept(named())).id, (await accept(named({ queue: 'third' }))).id]
  await engine().start()
  await pass(20_000)
  expect(second.submitted).toEqual([])
  for (const id of ids) {
    third.complete(id)
    expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta-5.0', queue: 'third' })
  }
})

test('a model that no upstream can carry, or that is down too, is passed over', async () => {
  const { first, second, accept, engine, when, pass } = await two()
  first.answers = [unreachable]
  first.pausedBy = { pause: { reason: 'unreachable' }, error: 'gone' }
  second.unable = ['wide']
  const { id } = await accept(named({ parameters: { prompt: 'wide' } }))
  await engine().start()
  await pass(20_000)
  expect(second.submitted).toEqual([])
  first.pausedBy = undefined
  first.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta-5.0' })
})

test('a process that dies between the rejection and the second submit leaves it to the next, once', async () => {
  const { first, second, accept, engine, when, stores, balance } = await two()
  first.answers = [rejected]
  // Nothing is taken of the second queue: as if the process had died at once.
  const claim = stores.queue.claim.bind(stores.queue)
  const queue = new Proxy(stores.queue, {
    get: (target, name) => {
      if (name === 'claim')
        return (owner: string, request: Parameters<typeof claim>[1]) =>
          request.queue === 'second' ? Promise.resolve([]) : claim(owner, request)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const dying = engine({ queue })
  await dying.start()
  const { id } = await accept(named())
  await when(id, ({ model }) => model === 'beta_5.0Pro')
  await dying.close(0)
  await engine().start()
  second.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta_5.0Pro' })
  expect([first.submitted, second.submitted]).toEqual([[id], [id]])
  expect(await balance()).toEqual([5, 0])
})

test('a process that dies before it has noted the rejection leaves an unknown outcome, which goes nowhere', async () => {
  const { first, second, accept, engine, when, pass, stores } = await two()
  first.answers = [rejected]
  const dying = engine({ runs: failing(stores.runs, 'noteRefused', Infinity) })
  await dying.start()
  const { id } = await accept(named())
  await when(id, ({ submission }) => submission.state === 'sent')
  await pass(1000)
  await dying.close(0)
  await engine().start()
  expect(await when(id, ended)).toMatchObject({ model: 'beta-5.0', errorClass: 'unknown-outcome', amount: 3 })
  expect([first.submitted, second.submitted]).toEqual([[id], []])
})

test('a rejection whose note is answered too late is noted once, and what another model then makes is bought once', async () => {
  const { first, second, accept, engine, when, pass, stores, balance } = await two()
  first.answers = [rejected]
  let answer: (answer: SubmitAnswer) => void = () => undefined
  second.answers = [new Promise((resolve) => (answer = resolve))]
  // The store has written it, and its answer was lost.
  let lost = 1
  const runs = new Proxy(stores.runs, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'noteRefused') return typeof value === 'function' ? value.bind(target) : value
      return async (...note: Parameters<typeof stores.runs.noteRefused>) => {
        const noted = await stores.runs.noteRefused(...note)
        if (lost-- > 0) throw new Error('connection lost')
        return noted
      }
    },
  })
  const { id } = await accept(named())
  await engine({ runs }).start()
  await when(id, () => second.submitted.length > 0)
  await pass(10_000)
  answer({ answer: 'accepted', reference: `ref-${id}` })
  second.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta_5.0Pro' })
  expect(second.submitted).toEqual([id])
  expect(await stores.queue.refusals(id)).toHaveLength(1)
  expect(await balance()).toEqual([5, 0])
})

test('what is cancelled while its upstream rejects it goes to no other model and holds nothing', async () => {
  const { first, second, accept, engine, when, stores, balance } = await two()
  await stores.operator.hold({ queue: 'second', since: 1, who: 'ann', reason: 'a bad day' })
  let reject: (answer: SubmitAnswer) => void = () => undefined
  first.answers = [new Promise((resolve) => (reject = resolve))]
  const { id } = await accept(named())
  await engine().start()
  await when(id, () => first.submitted.length > 0)
  expect(await stores.tasks.cancel(id, 'cancelled')).toBe('noted')
  reject(rejected)
  expect(await when(id, (task) => ended(task) || task.queue === 'second')).toMatchObject({
    status: 'failed',
    amount: 0,
  })
  expect(second.submitted).toEqual([])
  expect(await balance()).toEqual([10, 0])
})

test('a task whose upstream was taken out of the settings is made by the model that was named', async () => {
  const { second, accept, engine, when, providers, stores } = await two()
  await stores.operator.hold({ queue: 'default', since: 1, who: 'ann', reason: 'x' })
  await stores.operator.hold({ queue: 'second', since: 1, who: 'ann', reason: 'x' })
  const { id } = await accept(named())
  const running = engine()
  await running.start()
  providers.replace(providers.lanes.filter(({ queue }) => queue === 'second'))
  await running.reload()
  await when(id, ({ queue }) => queue === 'second')
  await stores.operator.endHold('second')
  second.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta_5.0Pro' })
})

test.each([
  ['a model', 'default'],
  ['an upstream', 'new'],
])(
  'a task that needs %s of newer settings goes to another model once no other service can have them',
  async (_, queue) => {
    const provider = new StubUpstream()
    const { accept, engine, pass, when, stores } = await world({ provider, models: ['beta_5.0Pro'] })
    const { id } = await accept(named({ queue }))
    await engine({ rolloutTime: 600_000 }).start()
    await pass(590_000)
    expect((await stores.tasks.read(id))?.model).toBe('beta-5.0')
    provider.complete(id)
    expect(await when(id, ended)).toMatchObject({ status: 'completed', model: 'beta_5.0Pro' })
  },
)

import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { cancelTask } from '../src/run/engine/cancel-task.js'
import type { Scheduler } from '../src/run/engine/scheduler.js'
import { ended, unknownOutcomeDeadline, world, type World } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const accepted = ({ submission }: TaskRecord): boolean => submission.state === 'accepted'
const sent = ({ submission }: TaskRecord): boolean => submission.state === 'sent'
const proof = { answer: 'cancelled', proof: 'it never ran' } as const
const lost: SubmitAnswer = { answer: 'unknown', error: 'connection lost' }

/** A task of an account with ten credits, three of which it holds, and how its caller cancels it. */
async function withTask(provider: StubUpstream) {
  const made = await world({ provider })
  const engine = made.engine()
  await engine.start()
  const task = await made.accept({ account: 'poor' })
  return { ...made, engine: engine, restart: made.engine, id: task.id, cancel: cancelIn(made, engine) }
}

const cancelIn =
  ({ stores, clock }: Pick<World, 'stores' | 'clock'>, engine: Scheduler) =>
  (id: string) =>
    cancelTask(id, { reason: 'cancelled by the client', requestId: 'r' }, { tasks: stores.tasks, engine, clock })

async function balance({ stores }: Pick<World, 'stores'>): Promise<[credits: number, held: number]> {
  const { credits = -1, held = -1 } = (await stores.accounts.findAccount('poor')) ?? {}
  return [credits, held]
}

test('a cancel that the upstream proves ends the task and gives back its credits', async () => {
  const provider = Object.assign(new StubUpstream(), { cancelAnswers: [proof] })
  const made = await withTask(provider)
  await made.when(made.id, accepted)
  expect(await made.cancel(made.id)).toBe('cancelled')
  expect(await made.stores.tasks.read(made.id)).toMatchObject({ status: 'failed', amount: 0 })
  expect(await balance(made)).toEqual([10, 0])
  expect(await made.cancel(made.id)).toBe('ended')
})

test('an inconclusive cancel leaves the task to its real end, which is paid for', async () => {
  const provider = new StubUpstream()
  const made = await withTask(provider)
  await made.when(made.id, accepted)
  expect(await made.cancel(made.id)).toBe('goes-on')
  expect(await balance(made)).toEqual([7, 3])
  expect(made.infos).toEqual([
    {
      message: 'a task that is to be cancelled goes on at its upstream, and is charged as it ends there',
      details: { task: made.id, upstream: 'default', reason: 'it runs' },
    },
  ])
  provider.complete(made.id)
  expect(await made.when(made.id, ended)).toMatchObject({ status: 'completed', result: { bytes: 35 }, amount: 3 })
  expect(await balance(made)).toEqual([7, 0])
})

test('a task that is cancelled while its upstream is asked goes on, and is cancelled once it is accepted', async () => {
  let answer: (one: SubmitAnswer) => void = () => undefined
  const provider = Object.assign(new StubUpstream(), {
    answers: [new Promise<SubmitAnswer>((resolve) => (answer = resolve))],
    cancelAnswers: [proof],
  })
  const made = await withTask(provider)
  await made.when(made.id, sent)
  expect(await made.cancel(made.id)).toBe('goes-on')
  expect(await balance(made)).toEqual([7, 3])
  answer({ answer: 'accepted', reference: 'theirs' })
  expect(await made.when(made.id, ended)).toMatchObject({
    status: 'failed',
    error: 'cancelled by the client',
    amount: 0,
  })
  expect([provider.cancelled, await balance(made)]).toEqual([['theirs'], [10, 0]])
})

test('a task that is cancelled while its upstream is asked ends for free where that has not taken it, and is submitted no more', async () => {
  let answer: (one: SubmitAnswer) => void = () => undefined
  const provider = Object.assign(new StubUpstream(), {
    answers: [new Promise<SubmitAnswer>((resolve) => (answer = resolve))],
  })
  const made = await withTask(provider)
  await made.when(made.id, sent)
  expect(await made.cancel(made.id)).toBe('goes-on')
  answer({ answer: 'not-accepted', error: 'too many' })
  expect(await made.when(made.id, ended)).toMatchObject({
    status: 'failed',
    error: 'cancelled by the client',
    amount: 0,
  })
  expect([provider.submitted, await balance(made)]).toEqual([[made.id], [10, 0]])
})

test.each([false, true])(
  'a cancelled task of unknown outcome is not submitted again and is charged at its deadline, idempotent: %s',
  async (repeatable) => {
    const provider = Object.assign(new StubUpstream(), { answers: [lost], repeatable })
    const made = await withTask(provider)
    await made.when(made.id, ({ submission }) => submission.doubt !== undefined)
    expect(await made.cancel(made.id)).toBe('goes-on')
    const task = await made.when(made.id, ended)
    expect(made.clock.now() - task.submission.at!).toBeGreaterThanOrEqual(unknownOutcomeDeadline)
    expect(task).toMatchObject({ status: 'failed', amount: 3, error: expect.stringMatching(/^outcome unknown: /) })
    expect([provider.submitted, await balance(made)]).toEqual([[made.id], [7, 0]])
  },
)

test('what a cancel has asked for is asked again after a restart', async () => {
  const provider = new StubUpstream()
  const made = await withTask(provider)
  await made.when(made.id, accepted)
  expect(await made.cancel(made.id)).toBe('goes-on')
  await made.engine.close(0)
  provider.cancelAnswers = [proof]
  await made.restart().start()
  expect(await made.when(made.id, ended)).toMatchObject({ status: 'failed', amount: 0 })
  expect(await balance(made)).toEqual([10, 0])
})

test('a caller waits a few seconds for an upstream that does not answer a cancel, and is told that the task goes on', async () => {
  const provider = Object.assign(new StubUpstream(), { cancelAnswers: [new Promise<never>(() => undefined)] })
  const made = await withTask(provider)
  await made.when(made.id, accepted)
  let outcome: string | undefined
  void made.cancel(made.id).then((one) => (outcome = one))
  await made.until(() => outcome !== undefined)
  expect(outcome).toBe('goes-on')
})

test('what is not known, not to be cancelled, or not with an upstream is asked of none, and nothing is told', async () => {
  const provider = new StubUpstream()
  const made = await withTask(provider)
  await made.when(made.id, accepted)
  const waiting = await made.accept({ queue: 'of another service' })
  expect(await made.engine.cancel(made.id, 'r')).toBe(false)
  expect(await made.engine.cancel(waiting.id, 'r')).toBe(false)
  expect(await made.engine.cancel('task_unknown', 'r')).toBe(false)
  expect([provider.cancelled, made.logged, made.infos]).toEqual([[], [], []])
})

test('a task whose cancel the store does not answer goes on, and the operator is told with the ID of the request', async () => {
  const made = await withTask(new StubUpstream())
  await made.when(made.id, accepted)
  const { read } = made.stores.tasks
  made.stores.tasks.read = () => Promise.reject(new Error('disk full'))
  expect(await made.engine.cancel(made.id, 'request 7')).toBe(false)
  made.stores.tasks.read = read
  expect(made.logged).toEqual([
    {
      message: 'the upstream of a task could not be asked to cancel it; the task goes on',
      details: { requestId: 'request 7', task: made.id, error: new Error('disk full') },
    },
  ])
})

test('what the upstream cancelled for a caller without saying that it was free is charged, and anything else that it ended is not', async () => {
  const ends = { state: 'failed', error: 'cancelled', cost: 'unknown' } as const
  for (const asked of [true, false]) {
    const provider = new StubUpstream()
    const made = await withTask(provider)
    await made.when(made.id, accepted)
    if (asked) await made.cancel(made.id)
    provider.snapshots = [ends, ends]
    expect((await made.when(made.id, ended)).amount).toBe(asked ? 3 : 0)
    expect(await balance(made)).toEqual([asked ? 7 : 10, 0])
  }
})

test('what the upstream cancelled is charged where the database was set back since the task was made, which may have forgotten who asked', async () => {
  for (const [after, amount] of [
    [-1, 0],
    [0, 3],
  ] as const) {
    const provider = new StubUpstream()
    const made = await withTask(provider)
    const { created } = await made.when(made.id, accepted)
    await made.stores.restored.noteRewind(created + after)
    const ends = { state: 'failed', error: 'cancelled', cost: 'unknown' } as const
    provider.snapshots = [ends, ends]
    expect(await made.when(made.id, ended)).toMatchObject({
      amount,
      error:
        amount === 0
          ? 'cancelled'
          : expect.stringMatching(/^cancelled; it is charged, since the database was set back /),
    })
    expect(await balance(made)).toEqual([10 - amount, 0])
  }
})

test('a task that its upstream no longer knows was accepted there, and is charged', async () => {
  const provider = new StubUpstream()
  const made = await withTask(provider)
  await made.when(made.id, accepted)
  provider.snapshots = Array.from({ length: 40 }, () => ({ state: 'missing', error: 'HTTP 404' }) as const)
  expect(await made.when(made.id, ended)).toMatchObject({ status: 'failed', amount: 3 })
  expect(await balance(made)).toEqual([7, 0])
})

import { expect, test } from 'vitest'
import type { Prepared, ProviderTask, SubmitAnswer } from '../src/domain/provider/provider.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { silentLog } from '../src/base/log.js'
import type { TaskEnd, TaskRuns } from '../src/keep/store/task-queue.js'
import { tellingCharged } from '../src/run/engine/charged-ends.js'
import { ReleaseProof } from '../src/domain/money/release-proof.js'
import { ended, world, type World } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const hour = 3_600_000
const sent = ({ submission }: TaskRecord): boolean => submission.state === 'sent'
const lost: SubmitAnswer = { answer: 'unknown', error: 'status 500' }

/** Fails on some tasks, whose outcome it leaves unknown, and takes all others. */
class FailsOnSome extends StubUpstream {
  /** Whether it fails on the next other one too, once. */
  failOnce = false

  override async submit(task: ProviderTask): Promise<SubmitAnswer> {
    const answer = await super.submit(task)
    if (task.parameters['prompt'] === 'bad') return lost
    const fails = this.failOnce
    this.failOnce = false
    return fails ? lost : answer
  }
}

/** Many tasks of one account on which the upstream fails. */
async function withBadTasks(provider: StubUpstream): Promise<World> {
  const made = await world({ provider, concurrency: 10 })
  for (let count = 0; count < 40; count += 1) await made.accept({ parameters: { prompt: 'bad' } })
  return made
}

test.each([false, true])(
  'an account whose tasks an upstream fails on does not keep those of others from it, idempotent: %s',
  async (repeatable) => {
    const provider = Object.assign(new FailsOnSome(), { repeatable })
    const { accept, engine, until, clock } = await withBadTasks(provider)
    await engine().start()
    await until(() => provider.submitted.length >= 3)
    for (let count = 0; count < 5; count += 1) {
      const began = clock.now()
      const other = await accept({ account: 'poor', amount: 1 })
      await until(() => provider.submitted.includes(other.id))
      expect(clock.now() - began, `task ${count}`).toBeLessThan(4000)
    }
  },
)

test('a task that an upstream may have is repeated among many on which the upstream fails, all of another account', async () => {
  const provider = Object.assign(new FailsOnSome(), { repeatable: true, answers: [lost] })
  const { accept, engine, when, until, clock } = await world({ provider, concurrency: 10 })
  await engine().start()
  const other = await accept({ account: 'poor', amount: 1 })
  await when(other.id, sent)
  for (let count = 0; count < 40; count += 1) await accept({ parameters: { prompt: 'bad' } })
  const began = clock.now()
  await until(() => provider.submitted.filter((id) => id === other.id).length > 1)
  expect(clock.now() - began).toBeLessThan(60_000)
})

test.each(['poor', 'rich'])(
  'a task that an upstream may have is repeated in its turn, behind older ones on which the upstream fails, of account %s',
  async (account) => {
    const provider = Object.assign(new FailsOnSome(), { repeatable: true })
    const { accept, engine, until, pass, clock } = await world({ provider, concurrency: 10 })
    await engine().start()
    for (let count = 0; count < 20; count += 1) await accept({ parameters: { prompt: 'bad' } })
    await until(() => new Set(provider.submitted).size === 20)
    provider.failOnce = true
    const { id } = await accept({ account, amount: 1 })
    const times = () => provider.submitted.filter((one) => one === id).length
    await until(() => times() === 1)
    const began = clock.now()
    while (times() === 1 && clock.now() - began < 1_200_000) await pass(1000)
    expect(times()).toBe(2)
  },
)

test('what an idempotent upstream fails on is repeated less and less often, and for less than a day', async () => {
  const provider = Object.assign(new FailsOnSome(), { repeatable: true })
  const times: number[] = []
  const { accept, engine, when, clock, pass } = await world({ provider })
  const { submit } = provider
  provider.submit = (task) => {
    times.push(clock.now())
    return submit.call(provider, task)
  }
  const task = await accept({ parameters: { prompt: 'bad' } })
  const first = engine()
  await first.start()
  await pass(600_000)
  await first.close(0)
  const waits = times.slice(1).map((at, index) => at - times[index]!)
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  expect([waits[0]! < 7000, waits.at(-1)! > 59_000, waits.at(-1)! < 63_000]).toEqual([true, true, true])
  clock.advance(22 * hour)
  await engine().start()
  await pass(120_000)
  expect(times.at(-1)! - times[0]!, 'still repeated').toBeGreaterThan(22 * hour)
  clock.advance(48 * 60_000)
  const { status, error } = await when(task.id, ended)
  expect(times.at(-1)! - times[0]!).toBeLessThan(23 * hour)
  expect([status, error]).toEqual([
    'failed',
    expect.stringMatching(
      /^outcome unknown: .*\(status 500\); it may have run there and is not submitted again, since the upstream keeps idempotency keys for a day$/,
    ),
  ])
})

test.each([
  [
    'keeps keys for two hours',
    { time: 2 * hour, since: undefined, heard: true },
    'the upstream keeps idempotency keys for 2 h',
  ],
  [
    'cannot be asked for two hours whether it keeps keys',
    { time: 2 * hour, since: undefined, heard: false },
    'the upstream has not answered for 2 h, and may have forgotten its key',
  ],
  [
    'was restored since',
    { time: 24 * hour, since: 0, heard: true },
    /the upstream was restored, as of .*, and may have lost its key/,
  ],
])('an upstream that %s is not asked again about what it may have forgotten', async (_, keys, why) => {
  const provider = Object.assign(new FailsOnSome(), { repeatable: true, answers: [lost] })
  const { accept, engine, when, clock } = await world({ provider })
  const task = await accept()
  const first = engine()
  await first.start()
  await when(task.id, sent)
  await first.close(0)
  provider.keys = keys.since === undefined ? keys : { ...keys, since: clock.now() }
  clock.advance(3 * hour)
  await engine().start()
  const { error } = await when(task.id, ended)
  expect(error).toMatch(why)
  expect(provider.submitted).toEqual([task.id])
})

test('a task that was sent before the service was away for two days is not sent again', async () => {
  const provider = Object.assign(new FailsOnSome(), { repeatable: true, answers: [lost] })
  const { accept, engine, when, clock, warnings } = await world({ provider })
  const task = await accept()
  const first = engine()
  await first.start()
  await when(task.id, sent)
  await first.close(0)
  clock.advance(48 * hour)
  await engine().start()
  const { error } = await when(task.id, ended)
  expect(error).toMatch(/^outcome unknown: .* to the upstream default at 20\d\d-.*Z and .*is not submitted again/)
  expect(provider.submitted).toEqual([task.id])
  await expect
    .poll(() => warnings)
    .toContainEqual({
      message: expect.stringMatching(/charged as it was held.*"account credit" gives back/),
      details: { task: task.id, reason: error },
    })
})

test('a task that was sent while the clock was ahead is not sent again once it was set right, since its age is not known', async () => {
  const provider = Object.assign(new FailsOnSome(), { repeatable: true, answers: [lost] })
  const { accept, engine, when, clock } = await world({ provider })
  clock.set(240 * hour)
  const task = await accept({ created: clock.now() })
  const first = engine()
  await first.start()
  await when(task.id, sent)
  await first.close(0)
  clock.set(-240 * hour)
  clock.advance(48 * hour)
  await engine().start()
  const restarted = clock.elapsed()
  const { error } = await when(task.id, ended)
  expect(error).toMatch(/is not submitted again, since the clock was set back since then, or is another one/)
  expect(provider.submitted).toEqual([task.id])
  expect(clock.elapsed() - restarted, 'it does not wait until the clock is there again').toBeLessThan(hour)
})

test('a task that an upstream may have does not fail because its files are rejected when it is to be repeated', async () => {
  const expired: Prepared = { answer: 'rejected', error: 'the file is gone' }
  const answers: Prepared[] = [{ files: new Map() }, expired]
  const provider = Object.assign(new StubUpstream(), {
    repeatable: true,
    answers: [lost],
    prepare: async (): Promise<Prepared> => answers.shift() ?? { files: new Map() },
  })
  const { accept, engine, until, when } = await world({ provider })
  const task = await accept()
  await engine().start()
  await until(() => answers.length === 0)
  const { submission, status } = await when(task.id, (one) => ended(one) || one.submission.state === 'accepted')
  expect([status, submission.state]).toEqual(['processing', 'accepted'])
})

test('only what this end has charged, and no one has ended before, is told to the operator as charged', async () => {
  const told: unknown[] = []
  const finish = (end: TaskEnd, ends: boolean) =>
    tellingCharged({ finish: async () => ends } satisfies Partial<TaskRuns> as unknown as TaskRuns, {
      ...silentLog,
      warn: (_, details) => void told.push(details),
    }).finish({ id: 'task_1', owner: 'me' }, end)
  const charged = { status: 'failed', error: 'no', credits: 'charged', because: 'lost' } as const
  expect(await finish(charged, false)).toBe(false)
  const free = ReleaseProof.neverAsked({ state: 'none' })
  if (free !== undefined) await finish({ ...charged, credits: free }, true)
  await finish({ status: 'completed', result: { file: 'a', contentType: 'image/png', bytes: 1 } }, true)
  expect(told).toEqual([])
  expect(await finish(charged, true)).toBe(true)
  expect(told).toEqual([{ task: 'task_1', reason: 'no' }])
})

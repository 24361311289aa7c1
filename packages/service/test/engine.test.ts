import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProbeProblem, SubmitAnswer } from '../src/domain/provider/provider.js'
import type { TaskQueue } from '../src/keep/store/task-queue.js'
import type { TaskRecord } from '../src/domain/task/record.js'
import { ended, failing, unknownOutcomeDeadline, world } from './support/scheduler.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

const sent = (task: TaskRecord): boolean => task.submission.state === 'sent'
const accepted = (task: TaskRecord): boolean => task.submission.state === 'accepted'
const local = (values: Partial<StubProvider> = {}) => Object.assign(new StubProvider(), { instant: false }, values)

/** The methods of an object, bound to it. */
function methodsOf<T extends object>(target: T): Partial<T> {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target)) as (keyof T)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = target[name]
      return typeof value === 'function' && name !== 'constructor' ? [[name, value.bind(target)]] : []
    }),
  ) as Partial<T>
}

test('a task is rendered to its end and its file kept', async () => {
  const provider = local()
  const { accept, engine, when, folder } = await world({ provider })
  const task = await accept()
  const running = engine()
  await running.start()
  await (await provider.job(0)).complete('a picture')
  const { result } = await when(task.id, ended)
  await running.close(0)
  expect(result).toEqual({ file: `results/${task.id}.png`, contentType: 'image/png', bytes: 9 })
  expect(existsSync(join(folder, 'files', result?.file ?? ''))).toBe(true)
  expect(readdirSync(join(folder, 'work')), 'nothing is left in the work folder').toEqual([])
})

test('a failed task keeps the provider’s reason', async () => {
  const provider = local()
  const { accept, engine, when } = await world({ provider })
  const task = await accept()
  await engine().start()
  ;(await provider.job(0)).fail('invalid media type')
  expect(await when(task.id, ended)).toMatchObject({ status: 'failed', error: 'invalid media type' })
})

test('so many are rendered at a time, the oldest first', async () => {
  const provider = local({ concurrency: 2 })
  const { accept, engine, pass } = await world({ provider })
  const tasks = [await accept(), await accept(), await accept()]
  await engine().start()
  await provider.job(1)
  await pass(3000)
  expect(provider.submitted.sort()).toEqual([tasks[0]!.id, tasks[1]!.id])
  await provider.jobs[0]!.complete()
  expect((await provider.job(2)).task.id).toBe(tasks[2]!.id)
})

test('a store that fails for a moment loses no task', async () => {
  const provider = local()
  const { accept, engine, when, stores, until } = await world({ provider })
  const task = await accept()
  await engine({ runs: failing(stores.runs, 'finish', 1) }).start()
  await (await provider.job(0)).complete()
  await until(() => provider.jobs.length === 2)
  await provider.jobs[1]!.complete()
  expect((await when(task.id, ended)).status).toBe('completed')
})

test('a task whose claim was answered by nothing is claimed again', async () => {
  const provider = local({ instant: true })
  const { accept, engine, when, stores } = await world({ provider })
  const task = await accept()
  let lost = 1
  const { queue } = stores
  const losing: TaskQueue = Object.assign(Object.create(queue) as TaskQueue, methodsOf(queue), {
    claim: async (...given: Parameters<TaskQueue['claim']>) => {
      const claimed = await queue.claim(...given)
      if (lost-- > 0) throw new Error('connection lost')
      return claimed
    },
  })
  await engine({ queue: losing }).start()
  expect((await when(task.id, ended)).status).toBe('completed')
})

test('a cancelled task stays failed while a part is still rendered, and its file is not kept', async () => {
  const provider = local()
  const { accept, engine, stores, folder, until } = await world({ provider })
  const task = await accept()
  await engine().start()
  const job = await provider.job(0)
  await stores.tasks.cancel(task.id, 'cancelled by the client')
  await job.complete()
  // A run that is over has removed its work folder, after it has removed the file.
  await until(() => readdirSync(join(folder, 'work')).length === 0)
  expect(await stores.tasks.read(task.id)).toMatchObject({ status: 'failed', error: 'cancelled by the client' })
  const kept = join(folder, 'files', 'results')
  expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([])
})

test('a cancel by another process stops the work here', async () => {
  const provider = local()
  const { accept, engine, stores, until } = await world({ provider })
  const task = await accept()
  await engine().start()
  const job = await provider.job(0)
  await stores.tasks.cancel(task.id, 'cancelled by the client')
  await until(() => job.follow.signal.aborted)
})

test('a process whose heartbeat cannot be stored stops its work in time, also when the clock of the machine is set back', async () => {
  const provider = local()
  const { accept, engine, stores, clock, pass } = await world({ provider })
  await accept()
  await engine({ queue: failing(stores.queue, 'beat', Infinity) }).start()
  const job = await provider.job(0)
  clock.set(-3_600_000)
  await pass(stores.queue.lifetime + 1000)
  expect(job.follow.signal.aborted).toBe(true)
})

test.each(['join', 'sweep'] as const)(
  'a process whose store is too slow for its %s starts all the same, and takes tasks',
  async (method) => {
    const provider = local()
    const { accept, engine, stores, logged, until, when } = await world({ provider })
    const task = await accept()
    await engine({ queue: failing(stores.queue, method, 2) }).start()
    expect(logged).toEqual([
      {
        message: 'the heartbeat of this process could not be stored; it is tried again without another line',
        details: { error: new Error('disk full') },
      },
    ])
    await until(() => provider.jobs.length === 1)
    await provider.jobs[0]?.complete()
    expect((await when(task.id, ended)).status).toBe('completed')
  },
)

test('a submission is noted before and after', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, stores } = await world({ provider })
  const task = await accept()
  const seen: string[] = []
  const { submit } = provider
  provider.submit = async (job) => {
    seen.push((await stores.tasks.read(job.id))?.submission.state ?? '')
    return submit.call(provider, job)
  }
  await engine().start()
  provider.complete(task.id)
  const { submission, status } = await when(task.id, ended)
  expect([seen, submission.reference, status]).toEqual([['sent'], `ref-${task.id}`, 'completed'])
})

test('an acceptance that cannot be noted for a while is noted later, and the upstream is not asked again', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, stores, errors } = await world({ provider })
  const task = await accept()
  provider.complete(task.id)
  await engine({ runs: failing(stores.runs, 'noteAccepted', 2) }).start()
  expect((await when(task.id, ended)).status).toBe('completed')
  expect(provider.submitted).toEqual([task.id])
  expect(errors).toEqual(['an answer of an upstream could not be stored; it is tried again'])
})

test('a task that is cancelled while the upstream is asked is cancelled there once it is accepted', async () => {
  const provider = new StubUpstream()
  const { accept, engine, stores, until } = await world({ provider })
  const task = await accept()
  const { submit } = provider
  provider.submit = async (job) => {
    await stores.tasks.cancel(job.id, 'cancelled by the client')
    return submit.call(provider, job)
  }
  await engine().start()
  await until(() => provider.cancelled.length > 0)
  expect(provider.cancelled).toEqual([`ref-${task.id}`])
})

test('an accepted task is followed under its reference after a restart, and never submitted again', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when } = await world({ provider })
  const task = await accept()
  const first = engine()
  await first.start()
  await when(task.id, accepted)
  await first.close(0)
  await engine().start()
  provider.complete(task.id)
  expect((await when(task.id, ended)).status).toBe('completed')
  expect(provider.submitted).toEqual([task.id])
})

test('a task that another process may have polled just now is polled 5 to 10 s later', async () => {
  const provider = new StubUpstream()
  const { accept, engine, pass, until } = await world({ provider })
  await accept()
  const first = engine()
  await first.start()
  await until(() => provider.polled.length === 1)
  await first.close(0)
  await engine().start()
  await pass(4750)
  expect(provider.polled).toHaveLength(1)
  await pass(1250)
  expect(provider.polled).toHaveLength(2)
})

test('an unknown answer is waited out and then fails with a reason, and the upstream is asked once', async () => {
  const provider = new StubUpstream()
  provider.answers = [{ answer: 'unknown', error: 'connection lost' }]
  const { accept, engine, when, stores, clock, logged } = await world({ provider })
  const task = await accept({ account: 'poor' })
  await engine().start()
  const { submission } = await when(task.id, sent)
  expect((await stores.accounts.findAccount('poor'))?.credits, 'held').toBe(7)
  const failed = await when(task.id, ended)
  expect(clock.now() - submission.at!).toBeGreaterThanOrEqual(unknownOutcomeDeadline)
  expect(clock.now() - submission.at!).toBeLessThan(unknownOutcomeDeadline + 5000)
  expect(failed.error).toMatch(/^outcome unknown: .*may have run there/)
  expect(failed.amount, 'nothing proves that it was not bought').toBe(3)
  expect(await stores.accounts.findAccount('poor')).toMatchObject({ credits: 7, held: 0 })
  expect(provider.submitted).toEqual([task.id])
  expect(logged).toEqual([
    {
      message: 'the outcome of a submission is unknown; the task is not submitted again and fails at its deadline',
      details: {
        task: task.id,
        upstream: 'default',
        deadline: new Date(submission.at! + unknownOutcomeDeadline).toISOString(),
        error: 'connection lost',
      },
    },
  ])
})

test('tasks of unknown outcome hold no place: the next ones start at once', async () => {
  const provider = new StubUpstream()
  const { accept, engine, until, clock } = await world({ provider, concurrency: 2 })
  provider.answers = Array.from({ length: 2 }, () => ({ answer: 'unknown', error: 'connection lost' }) as const)
  for (let count = 0; count < 4; count += 1) await accept()
  const start = clock.now()
  await engine().start()
  await until(() => provider.submitted.length === 4)
  expect(clock.now() - start).toBeLessThan(5000)
})

test('a process that died between asking and the answer leads to no second question', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, stores, pass } = await world({ provider })
  const task = await accept()
  const owner = await stores.queue.join()
  await stores.queue.claim(owner, { queue: 'default', room: 1, concurrency: undefined })
  await stores.runs.noteSent({ id: task.id, owner })
  await pass(unknownOutcomeDeadline - 10)
  await engine().start()
  expect((await when(task.id, ended)).error).toMatch(/^outcome unknown/)
  expect(provider.submitted).toEqual([])
})

test('a rejected task fails with the upstream’s words', async () => {
  const provider = new StubUpstream()
  provider.answers = [{ answer: 'rejected', error: 'prompt not allowed' }]
  const { accept, engine, when } = await world({ provider })
  const task = await accept()
  await engine().start()
  expect(await when(task.id, ended)).toMatchObject({ status: 'failed', error: 'prompt not allowed' })
})

const no = (reason: 'credentials' | 'rate-limited' | 'unreachable', retryAfter?: number): SubmitAnswer => ({
  answer: 'not-accepted',
  error: `answered ${reason}`,
  pause: retryAfter === undefined ? { reason } : { reason, retryAfter },
})

test.each<ProbeProblem>([
  { error: 'HTTP 404' },
  { error: 'HTTP 401', pause: { reason: 'credentials' } },
  { error: 'HTTP 403', pause: { reason: 'forbidden' } },
])(
  'an upstream that failed and answers its probe with $error is tried with one task after a pause',
  async (problem) => {
    const provider = new StubUpstream()
    const { accept, engine, when, pass } = await world({ provider })
    const failed: SubmitAnswer = { answer: 'not-accepted', error: 'HTTP 500', pause: { reason: 'unavailable' } }
    provider.pausedBy = problem
    provider.answers = [failed, failed, failed]
    const tasks = [await accept(), await accept()]
    await engine().start()
    await pass(600_000)
    for (const { id } of tasks) {
      provider.complete(id)
      expect((await when(id, ended)).status).toBe('completed')
    }
  },
)

test('a wrong key pauses the upstream and says so once; every task waits, and goes through when the key is right', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, logged, infos, pass, stores } = await world({ provider })
  provider.pausedBy = { pause: { reason: 'credentials' }, error: 'answered 401' }
  provider.answers = [no('credentials')]
  const tasks = [await accept()]
  const running = engine()
  await running.start()
  await pass(1000)
  const until = running.health()[0]?.paused?.until ?? 0
  for (let count = 0; count < 30; count += 1) tasks.push(await accept())
  await pass(3_600_000)
  expect(provider.submitted).toHaveLength(1)
  expect(provider.probes).toBeGreaterThan(5)
  expect(logged).toEqual([
    {
      message: 'an upstream is paused; its tasks wait, and it is asked again with one task at a time',
      details: {
        upstream: 'default',
        reason: 'credentials',
        error: 'answered credentials',
        until: new Date(until).toISOString(),
      },
    },
  ])
  expect(running.health()[0]?.paused).toMatchObject({ reason: 'credentials' })
  expect(infos).toEqual([])
  expect((await stores.queue.figures(9))[0]).toMatchObject({ running: 0 })
  provider.pausedBy = undefined
  for (const { id } of tasks) {
    provider.complete(id)
    expect((await when(id, ended)).status).toBe('completed')
  }
  expect(infos).toEqual([{ message: 'an upstream takes tasks again', details: { upstream: 'default' } }])
})

test('Retry-After is obeyed, and the proof that nothing was accepted is kept', async () => {
  const provider = new StubUpstream()
  provider.answers = [no('rate-limited', 20_000)]
  const { accept, engine, when, stores, clock, until } = await world({ provider })
  const task = await accept()
  const start = clock.now()
  await engine().start()
  await until(() => provider.submitted.length === 2)
  expect(clock.now() - start).toBeGreaterThanOrEqual(20_000)
  expect(clock.now() - start).toBeLessThan(23_000)
  provider.complete(task.id)
  await when(task.id, ended)
  expect(await stores.queue.refusals(task.id)).toMatchObject([{ upstream: 'default', proof: 'answered rate-limited' }])
})

test('an upstream that answers nothing useful again and again is paused before it costs every task', async () => {
  const provider = new StubUpstream()
  provider.answers = Array.from({ length: 100 }, () => ({ answer: 'unknown', error: 'reset' }) as const)
  const { accept, engine, pass, until } = await world({ provider, concurrency: 1 })
  for (let count = 0; count < 50; count += 1) await accept()
  await engine().start()
  await until(() => provider.submitted.length === 3)
  await pass(250)
  expect(provider.submitted.length).toBe(3)
  await pass(3000)
  expect(provider.submitted.length, 'tried again within some seconds').toBeGreaterThan(3)
  await pass(60_000)
  expect(provider.submitted.length, 'one task at a time, and later and later').toBeLessThan(10)
})

test('a slow, full upstream holds up no other', async () => {
  const [slow, idle] = [new StubUpstream('slow'), new StubUpstream('idle')]
  const { accept, engine, until, pass } = await world(
    { provider: slow, concurrency: 2 },
    { provider: idle, models: ['epsilonO3'] },
  )
  for (let count = 0; count < 20; count += 1) await accept()
  await engine().start()
  await until(() => slow.submitted.length === 2)
  for (let count = 0; count < 10; count += 1) await accept({ queue: 'idle', model: 'epsilonO3' })
  await until(() => idle.submitted.length === 10)
  await pass(5000)
  expect(slow.submitted).toHaveLength(2)
})

test('submissions are paced', async () => {
  const provider = new StubUpstream()
  const { accept, engine, pass } = await world({ provider, requestsPerSecond: 10 })
  for (let count = 0; count < 60; count += 1) await accept()
  await engine().start()
  await pass(1000)
  expect(provider.submitted.length).toBeLessThanOrEqual(11)
  await pass(2000)
  expect(provider.submitted.length).toBeGreaterThan(20)
  expect(provider.submitted.length).toBeLessThanOrEqual(31)
})

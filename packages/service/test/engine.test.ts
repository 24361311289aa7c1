import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InProcessEngine } from '../src/engine/in-process.js'
import { TaskRunner } from '../src/engine/task-runner.js'
import { DiskFileStore } from '../src/files/disk.js'
import { silentLog } from '../src/log.js'
import type { Stores } from '../src/store/stores.js'
import type { TaskStore } from '../src/store/task-store.js'
import { isTerminal, type TaskRecord } from '../src/task/record.js'
import { newTask } from './contracts/task-store.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { stores as openStores } from './support/stores.js'
import { StubProvider } from './support/stub-provider.js'

const deadline = 60_000

interface World {
  stores: Stores
  provider: StubProvider
  clock: ManualClock
  folder: string
  errors: string[]
  /** A new engine over the same store, as after a restart. */
  engine(store?: TaskStore): InProcessEngine
  accept(values?: Partial<TaskRecord>): Promise<TaskRecord>
  /** The task, once the condition holds. */
  when(id: string, condition: (task: TaskRecord) => boolean): Promise<TaskRecord>
}

async function world(settings: Partial<StubProvider> = {}): Promise<World> {
  const [stores, clock, folder] = [await openStores(), new ManualClock(), temporaryFolder()]
  const provider = Object.assign(new StubProvider(), { instant: false }, settings)
  const errors: string[] = []
  return {
    stores,
    provider,
    clock,
    folder,
    errors,
    engine(store = stores.tasks) {
      const files = new DiskFileStore(join(folder, 'files'))
      const log = {
        ...silentLog,
        error: (message: string) => {
          errors.push(message)
        },
      }
      const runner = new TaskRunner({
        store,
        provider,
        files,
        clock,
        log,
        workDirectory: join(folder, 'work'),
        unknownOutcomeDeadline: deadline,
      })
      return new InProcessEngine({ store, runner, concurrency: provider.concurrency, clock, log })
    },
    async accept(values) {
      const task = newTask({ created: clock.now(), ...values })
      await stores.tasks.submit({ task })
      return task
    },
    async when(id, condition) {
      for (;;) {
        const task = await stores.tasks.read(id)
        if (task !== undefined && condition(task)) return task
        await turn()
      }
    },
  }
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
const ended = (task: TaskRecord): boolean => isTerminal(task.status)
const sent = (task: TaskRecord): boolean => task.submission.state === 'sent'

/** Lets the engine come to where it waits for the clock, then moves it on. */
async function advance(clock: ManualClock, milliseconds: number): Promise<void> {
  while (clock.waiting === 0) await turn()
  clock.advance(milliseconds)
}

test('a task is run to its end and its file kept', async () => {
  const { accept, engine, provider, when, folder } = await world()
  const task = await accept()
  engine().enqueue(task.id)
  await (await provider.job(0)).complete('a picture')
  const { result } = await when(task.id, ended)
  expect(result).toEqual({ file: `results/${task.id}.png`, contentType: 'image/png', bytes: 9 })
  expect(existsSync(join(folder, 'files', result?.file ?? ''))).toBe(true)
})

test('a failed task keeps the provider’s reason, and nothing is left in the work folder', async () => {
  const { accept, engine, provider, when, folder } = await world()
  const task = await accept()
  const running = engine()
  running.enqueue(task.id)
  ;(await provider.job(0)).fail('invalid media type')
  expect(await when(task.id, ended)).toMatchObject({ status: 'failed', error: 'invalid media type' })
  await running.close(0)
  expect(readdirSync(join(folder, 'work'))).toEqual([])
})

test('so many run at a time, the oldest first', async () => {
  const { accept, engine, provider, when } = await world({ concurrency: 2 })
  const tasks = [await accept(), await accept(), await accept()]
  const running = engine()
  for (const task of tasks) running.enqueue(task.id)
  await provider.job(1)
  await turn()
  expect(provider.jobs.map((job) => job.task.id).sort()).toEqual([tasks[0]!.id, tasks[1]!.id].sort())
  const [first] = provider.jobs
  await first!.complete()
  await when(first!.task.id, ended)
  expect((await provider.job(2)).task.id).toBe(tasks[2]!.id)
})

test('a start takes up what had not ended, oldest first', async () => {
  const { accept, engine, provider, stores, clock } = await world({ concurrency: 1 })
  const first = await accept()
  clock.advance(1000)
  const second = await accept()
  await stores.tasks.begin(first.id)
  await engine().start()
  const job = await provider.job(0)
  expect(job.task.id).toBe(first.id)
  await job.complete()
  expect((await provider.job(1)).task.id).toBe(second.id)
})

test('a stop lets running work finish for a while, and leaves the rest to the next start', async () => {
  const { accept, engine, provider, stores, clock, when } = await world()
  const [quick, slow] = [await accept(), await accept()]
  const running = engine()
  for (const task of [quick, slow]) running.enqueue(task.id)
  // Both are taken up at once, so either may come to the provider first.
  const jobs = [await provider.job(0), await provider.job(1)]
  const jobOf = (id: string) => jobs.find((job) => job.task.id === id)!
  const closed = running.close(5000)
  await jobOf(quick.id).complete()
  await when(quick.id, ended)
  clock.advance(5000)
  await closed
  expect(jobOf(slow.id).follow.signal.aborted).toBe(true)
  expect((await stores.tasks.read(slow.id))?.status).toBe('processing')
  await engine().start()
  await (await provider.job(2)).complete()
  expect((await when(slow.id, ended)).status).toBe('completed')
})

test('a provider that picks up where it was is not waited for', async () => {
  const { accept, engine, provider } = await world({ attachable: true })
  const running = engine()
  running.enqueue((await accept()).id)
  await provider.job(0)
  await running.close(1e9)
})

test('nothing is taken up once it stops', async () => {
  const { accept, engine, provider } = await world()
  const running = engine()
  await running.close(0)
  running.enqueue((await accept()).id)
  await turn()
  expect(provider.submitted).toEqual([])
})

test('a crash of the provider is a fault of ours: the task is tried again, not given up', async () => {
  const { accept, engine, provider, clock, errors, when } = await world()
  const task = await accept()
  engine().enqueue(task.id)
  ;(await provider.job(0)).crash(new Error('bug'))
  await advance(clock, 1000)
  await (await provider.job(1)).complete()
  expect((await when(task.id, ended)).status).toBe('completed')
  expect(errors).toHaveLength(1)
})

test('a store that fails for a moment loses no task', async () => {
  const { accept, engine, provider, stores, clock, when } = await world()
  const task = await accept()
  let failures = 1
  const store: TaskStore = Object.assign(Object.create(stores.tasks) as TaskStore, {
    finish: (...given: Parameters<TaskStore['finish']>) =>
      failures-- > 0 ? Promise.reject(new Error('disk full')) : stores.tasks.finish(...given),
  })
  engine(store).enqueue(task.id)
  await (await provider.job(0)).complete()
  await advance(clock, 1000)
  await (await provider.job(1)).complete()
  expect((await when(task.id, ended)).status).toBe('completed')
})

test('a cancelled task stays failed, whatever the provider still says', async () => {
  const { accept, engine, provider, stores, folder } = await world()
  const task = await accept()
  const running = engine()
  running.enqueue(task.id)
  const job = await provider.job(0)
  await stores.tasks.finish(task.id, { status: 'failed', error: 'cancelled by the client' })
  await job.complete()
  await running.close(1e9)
  expect(await stores.tasks.read(task.id)).toMatchObject({ status: 'failed', error: 'cancelled by the client' })
  expect(readdirSync(join(folder, 'files', 'results')), 'its file is not kept').toEqual([])
})

const paid = { repeatable: false, attachable: true }

test('the hand-over is noted before and after, when the provider is not idempotent', async () => {
  const { accept, engine, provider, stores, when } = await world(paid)
  const task = await accept()
  const seen: string[] = []
  provider.submit = async ({ id }) => {
    seen.push((await stores.tasks.read(id))?.submission.state ?? '')
    return { answer: 'accepted', reference: 'theirs' }
  }
  engine().enqueue(task.id)
  await (await provider.job(0)).complete()
  await when(task.id, ended)
  expect(seen).toEqual(['sent'])
  expect((await stores.tasks.read(task.id))?.submission).toMatchObject({ state: 'accepted', reference: 'theirs' })
})

test('an acceptance that cannot be noted for a while is noted later, and the provider is not asked again', async () => {
  const { accept, engine, provider, stores, clock, errors, when } = await world(paid)
  const task = await accept()
  let failures = 2
  const store: TaskStore = Object.assign(Object.create(stores.tasks) as TaskStore, {
    noteAccepted: (...given: Parameters<TaskStore['noteAccepted']>) =>
      failures-- > 0 ? Promise.reject(new Error('disk full')) : stores.tasks.noteAccepted(...given),
  })
  engine(store).enqueue(task.id)
  for (let times = 0; times < 2; times += 1) await advance(clock, 1000)
  await (await provider.job(0)).complete()
  expect((await when(task.id, ended)).submission).toMatchObject({ state: 'accepted', reference: `ref-${task.id}` })
  expect(provider.submitted).toEqual([task.id])
  expect(errors).toHaveLength(2)
})

test('a task that is cancelled while the provider is asked is let go there', async () => {
  const cancelled: string[] = []
  const { accept, engine, provider, stores } = await world(paid)
  const task = await accept()
  const running = engine()
  provider.submit = async ({ id }) => {
    await stores.tasks.cancel(id, 'cancelled by the client')
    running.cancel(id)
    return { answer: 'accepted', reference: 'theirs' }
  }
  Object.assign(provider, { cancel: async (_task: unknown, reference: string) => void cancelled.push(reference) })
  running.enqueue(task.id)
  while (cancelled.length === 0) await turn()
  await running.close(0)
  expect(cancelled).toEqual(['theirs'])
})

test('an accepted task is followed under its reference after a restart, and never submitted again', async () => {
  const { accept, engine, provider, when } = await world(paid)
  const task = await accept()
  const first = engine()
  first.enqueue(task.id)
  await provider.job(0)
  await first.close(0)
  await engine().start()
  const job = await provider.job(1)
  expect(job.reference).toBe(`ref-${task.id}`)
  await job.complete()
  expect((await when(task.id, ended)).status).toBe('completed')
  expect(provider.submitted).toEqual([task.id])
})

test('an unknown answer is waited out and then fails with a reason, and the provider is asked once', async () => {
  const { accept, engine, provider, clock, when, stores } = await world({
    ...paid,
    answers: [{ answer: 'unknown', error: 'connection lost' }],
  })
  const task = await accept({ account: 'poor' })
  engine().enqueue(task.id)
  await when(task.id, sent)
  await advance(clock, deadline - 1)
  await turn()
  expect((await stores.tasks.read(task.id))?.status).toBe('processing')
  expect((await stores.accounts.findAccount('poor'))?.credits, 'held').toBe(7)
  await advance(clock, 1)
  const failed = await when(task.id, ended)
  expect(failed.error).toMatch(/^outcome unknown: .*may have run there/)
  expect((await stores.accounts.findAccount('poor'))?.credits, 'released').toBe(10)
  expect(provider.submitted).toEqual([task.id])
})

test('a service that died between asking and the answer does not ask again', async () => {
  const { accept, engine, provider, clock, stores, when } = await world(paid)
  const task = await accept()
  await stores.tasks.begin(task.id)
  await stores.tasks.noteSent(task.id, clock.now() - deadline + 10)
  await engine().start()
  await advance(clock, 10)
  expect((await when(task.id, ended)).error).toMatch(/^outcome unknown/)
  expect(provider.submitted).toEqual([])
})

test('a provider that proved it had not accepted is asked again, when it says', async () => {
  const { accept, engine, provider, clock, when } = await world({
    ...paid,
    answers: [{ answer: 'not-accepted', error: 'busy', retryAfter: 2000 }],
  })
  const task = await accept()
  engine().enqueue(task.id)
  await advance(clock, 2000)
  await (await provider.job(0)).complete()
  expect((await when(task.id, ended)).status).toBe('completed')
  expect(provider.submitted).toEqual([task.id, task.id])
})

test('an idempotent provider is asked again after an unknown answer, also by the next start', async () => {
  const { accept, engine, provider, clock, stores, when } = await world({
    ...paid,
    repeatable: true,
    answers: [{ answer: 'unknown', error: 'connection lost' }],
  })
  const [asked, cutOff] = [await accept(), await accept()]
  await stores.tasks.noteSent(cutOff.id, clock.now())
  const running = engine()
  running.enqueue(asked.id)
  await advance(clock, 5000)
  running.enqueue(cutOff.id)
  for (const index of [0, 1]) await (await provider.job(index)).complete()
  for (const { id } of [asked, cutOff]) expect((await when(id, ended)).status).toBe('completed')
  expect(provider.submitted.filter((id) => id === asked.id)).toHaveLength(2)
})

test('a refused task fails with the provider’s words', async () => {
  const { accept, engine, when } = await world({
    ...paid,
    answers: [{ answer: 'refused', error: 'prompt not allowed' }],
  })
  const task = await accept()
  engine().enqueue(task.id)
  expect(await when(task.id, ended)).toMatchObject({ status: 'failed', error: 'prompt not allowed' })
})

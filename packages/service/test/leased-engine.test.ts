import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../src/clock.js'
import { LeasedEngine } from '../src/engine/leased.js'
import { TaskRunner } from '../src/engine/task-runner.js'
import { DiskFileStore } from '../src/files/disk.js'
import { silentLog } from '../src/log.js'
import { openPostgresStores } from '../src/store/postgres/open.js'
import type { Stores } from '../src/store/stores.js'
import type { TaskLeases } from '../src/store/task-leases.js'
import type { TaskStore } from '../src/store/task-store.js'
import { isTerminal, type TaskRecord } from '../src/task/record.js'
import { newTask } from './contracts/task-store.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { StubProvider } from './support/stub-provider.js'

/** One of the services that share a database. */
interface Replica {
  stores: Stores
  leases: TaskLeases
  provider: StubProvider
  runner: TaskRunner
  engine: LeasedEngine
  folder: string
  errors: string[]
}

/** Long enough that a busy machine renews in time, which it does four times a lease. */
const short = 2000
const long = 600_000
const paid = { repeatable: false, attachable: true }

/** Services over one empty database, not started yet. */
async function replicas(
  count: number,
  {
    lease = long,
    provider: values = {},
    leases: mend = (leases) => leases,
    store: hinder = (store) => store,
  }: {
    lease?: number
    provider?: Partial<StubProvider>
    /** Puts something else in the place of the first one's leases. */
    leases?: (leases: TaskLeases) => TaskLeases
    /** The same for what its runner works on. */
    store?: (store: TaskStore) => TaskStore
  } = {},
): Promise<[Replica, Replica]> {
  const url = await emptyDatabase()
  const all: Replica[] = []
  for (let index = 0; index < count; index += 1) {
    const stores = await openPostgresStores(url, { leaseDuration: lease })
    onTestFinished(() => stores.close())
    if (stores.leases === undefined) throw new Error('PostgreSQL has leases')
    const leases = index === 0 ? mend(stores.leases) : stores.leases
    const provider = Object.assign(new StubProvider(), { instant: false }, values)
    const folder = temporaryFolder()
    const errors: string[] = []
    const log = {
      ...silentLog,
      error: (message: string) => {
        errors.push(message)
      },
    }
    const runner = new TaskRunner({
      store: index === 0 ? hinder(stores.tasks) : stores.tasks,
      provider,
      files: new DiskFileStore(join(folder, 'files')),
      clock: systemClock,
      log,
      workDirectory: join(folder, 'work'),
      unknownOutcomeDeadline: long,
    })
    const engine = new LeasedEngine({ leases, runner, concurrency: provider.concurrency, clock: systemClock, log })
    onTestFinished(() => engine.close(0))
    all.push({ stores, leases, provider, runner, engine, folder, errors })
  }
  const [one, other] = all
  if (one === undefined || other === undefined) throw new Error('two are wanted at least')
  await one.stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  return [one, other]
}

let age = 0

/** Accepts a task at one service; each is younger than the one before. */
async function accept({ stores, engine }: Replica): Promise<TaskRecord> {
  const task = newTask({ created: (age += 1) })
  await stores.tasks.submit({ task })
  engine.enqueue()
  return task
}

/** The task, once it has ended. */
async function ended({ stores }: Replica, { id }: TaskRecord): Promise<TaskRecord> {
  for (;;) {
    const task = await stores.tasks.read(id)
    if (task !== undefined && isTerminal(task.status)) return task
    await turn()
  }
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve()
        },
        { once: true },
      )
  })

describe.skipIf(noPostgres !== undefined)('engines of services that share a database', () => {
  test('a task is run where it was accepted, and by nobody else', async () => {
    const [one, other] = await replicas(2)
    await one.engine.start()
    const task = await accept(one)
    const job = await one.provider.job(0)
    await other.engine.start()
    await job.complete('a picture')
    expect(await ended(other, task)).toMatchObject({ status: 'completed', result: { bytes: 9 } })
    expect(existsSync(join(one.folder, 'files/results'))).toBe(true)
    expect(other.provider.submitted).toEqual([])
  })

  test('what one has no room for is taken by another that has', async () => {
    const [one, other] = await replicas(2, { provider: { concurrency: 1 } })
    await one.engine.start()
    await other.engine.start()
    const [first, second] = [await accept(one), await accept(one)]
    const jobs = [await one.provider.job(0), await other.provider.job(0)]
    expect(jobs.map((job) => job.task.id).sort()).toEqual([first.id, second.id])
    const third = await accept(one)
    await jobs[0]!.complete()
    expect((await one.provider.job(1)).task.id, 'room is used at once').toBe(third.id)
  })

  test('a start takes up what had been accepted before it, oldest first', async () => {
    const [one, other] = await replicas(2, { provider: { concurrency: 1 } })
    const [first, second] = [await accept(one), await accept(one)]
    await other.engine.start()
    const job = await other.provider.job(0)
    expect(job.task.id).toBe(first.id)
    expect(await one.leases.claim(9, []), 'what there is no room for is left to others').toEqual([second.id])
    await one.leases.giveBackAll()
    await job.complete()
    expect((await other.provider.job(1)).task.id).toBe(second.id)
  })

  test('a stop gives tasks back: another takes them up at once, under the same reference, and asks for nothing again', async () => {
    const [one, other] = await replicas(2, { provider: paid })
    await one.engine.start()
    const task = await accept(one)
    await one.provider.job(0)
    await one.engine.close(long)
    await other.engine.start()
    const job = await other.provider.job(0)
    expect(job.reference).toBe(`ref-${task.id}`)
    await job.complete()
    expect((await ended(one, task)).status).toBe('completed')
    expect([one.provider.submitted, other.provider.submitted]).toEqual([[task.id], []])
  })

  test('a service that is cut off stops its work, and another goes on with it', async () => {
    const never = new Promise<string[]>(() => undefined)
    const [one, other] = await replicas(2, {
      lease: short,
      provider: paid,
      leases: (leases) => Object.assign(Object.create(leases) as TaskLeases, { renew: () => never }),
    })
    await one.engine.start()
    const task = await accept(one)
    const lost = await one.provider.job(0)
    await other.engine.start()
    const job = await other.provider.job(0)
    await aborted(lost.follow.signal)
    await job.complete()
    expect((await ended(one, task)).status).toBe('completed')
    expect([...one.provider.submitted, ...other.provider.submitted]).toEqual([task.id])
  })

  test('a renewal keeps a task longer than one lease', async () => {
    let renewed = 0
    const [one, other] = await replicas(2, {
      lease: short,
      leases: (leases) =>
        Object.assign(Object.create(leases) as TaskLeases, {
          renew: async (ids: readonly string[]) => {
            const held = await leases.renew(ids)
            renewed += held.length
            return held
          },
        }),
    })
    await one.engine.start()
    const task = await accept(one)
    const job = await one.provider.job(0)
    await other.engine.start()
    while (renewed < 5) await turn()
    expect(other.provider.submitted).toEqual([])
    await job.complete()
    expect((await ended(other, task)).status).toBe('completed')
  })

  test('a service that was paused and has lost its task asks the provider for nothing and ends nothing', async () => {
    let reached = (): void => undefined
    let resume = (): void => undefined
    const [begun, resumed] = [
      new Promise<void>((resolve) => {
        reached = resolve
      }),
      new Promise<void>((resolve) => {
        resume = resolve
      }),
    ]
    const [one, other] = await replicas(2, {
      lease: short,
      provider: paid,
      store: (tasks) =>
        Object.assign(Object.create(tasks) as TaskStore, {
          begin: async (id: string) => {
            const held = await tasks.begin(id)
            reached()
            await resumed
            return held
          },
        }),
    })
    const task = await accept(one)
    await one.leases.claim(1, [])
    const run = one.runner.run(task.id, new AbortController().signal)
    await begun
    await other.engine.start()
    const job = await other.provider.job(0)
    resume()
    await run
    expect([one.provider.submitted, other.provider.submitted]).toEqual([[], [task.id]])
    await job.complete()
    expect((await ended(one, task)).status).toBe('completed')
  })

  test('a cancel that one accepts stops the work of another', async () => {
    const [one, other] = await replicas(2, { lease: short })
    await one.engine.start()
    const task = await accept(one)
    const job = await one.provider.job(0)
    expect(await other.stores.tasks.cancel(task.id, 'cancelled by the client')).toBe(true)
    other.engine.cancel(task.id)
    await aborted(job.follow.signal)
    expect(await ended(one, task)).toMatchObject({ status: 'failed', error: 'cancelled by the client' })
  })

  test('a fault of ours frees the place for others and the task is tried again', async () => {
    const [one] = await replicas(2, { provider: { concurrency: 1 } })
    await one.engine.start()
    const [faulty, fine] = [await accept(one), await accept(one)]
    ;(await one.provider.job(0)).crash(new Error('bug'))
    const next = await one.provider.job(1)
    expect(next.task.id, 'the next one meanwhile').toBe(fine.id)
    await next.complete()
    await (await one.provider.job(2)).complete()
    expect((await ended(one, faulty)).status).toBe('completed')
    expect(one.errors).toEqual(['a task could not be run and will be tried again'])
  })

  test('a database that fails for a moment stops no engine', async () => {
    let failures = 2
    const [one] = await replicas(2, {
      leases: (leases) =>
        Object.assign(Object.create(leases) as TaskLeases, {
          claim: (...given: Parameters<TaskLeases['claim']>) =>
            failures-- > 0 ? Promise.reject(new Error('terminating connection')) : leases.claim(...given),
        }),
    })
    await one.engine.start()
    const task = await accept(one)
    await (await one.provider.job(0)).complete()
    expect((await ended(one, task)).status).toBe('completed')
    expect(one.errors, 'said once').toEqual([expect.stringMatching(/^waiting tasks could not be claimed;/)])
  })
})

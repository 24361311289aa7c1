import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src/base/clock.js'
import type { AskedRecord } from '../../src/keep/files/asked-record.js'
import { silentLog } from '../../src/base/log.js'
import type { RunTimes } from '../../src/run/engine/run-times.js'
import { Scheduler } from '../../src/run/engine/scheduler.js'
import { DiskFileStore } from '../../src/keep/files/disk.js'
import type { Provider } from '../../src/domain/provider/provider.js'
import { ProviderSet, type ProviderLane } from '../../src/domain/provider/provider-set.js'
import { openSqliteStores } from '../../src/keep/store/sqlite/open.js'
import type { Stores } from '../../src/keep/store/stores.js'
import type { TaskQueue, TaskRuns } from '../../src/keep/store/task-queue.js'
import { isTerminal, type TaskRecord } from '../../src/domain/task/record.js'
import { UpstreamFigures } from '../../src/run/telemetry/upstream-figures.js'
import { newTask } from '../contracts/open-stores.js'
import { temporaryFolder } from './folder.js'
import { ManualClock, settle } from './manual-clock.js'

/** How long an outcome stays unknown in these tests, in milliseconds. */
export const unknownOutcomeDeadline = 60_000

/** A line of the log. */
interface Line {
  message: string
  details: unknown
}

/** Stores, providers and a clock in the test's hands, and engines over them. */
export interface World {
  stores: Stores
  clock: ManualClock
  providers: ProviderSet
  folder: string
  /** Messages of errors. */
  errors: string[]
  /** The same with what each says besides. */
  logged: readonly Line[]
  /** What was warned of. */
  warnings: readonly Line[]
  /** What else was told. */
  infos: readonly Line[]
  /** A new engine over the same stores, as after a restart; `over` replaces parts of the stores, or sets its clock apart from theirs. */
  engine(
    over?: Partial<Stores & { clock: Clock; rolloutTime: number; asked: Pick<AskedRecord, 'note'>; times: RunTimes }>,
  ): Scheduler
  accept(values?: Partial<TaskRecord>): Promise<TaskRecord>
  /** The task, once the condition holds; the clock goes on meanwhile. */
  when(id: string, condition: (task: TaskRecord) => boolean): Promise<TaskRecord>
  /** Goes on until the condition holds. */
  until(condition: () => boolean): Promise<void>
  /** Moves the clock on in small steps, with time for the engine to follow. */
  pass(milliseconds: number): Promise<void>
}

/** Lanes with usual values for what is left out; the first is called `default`. */
export async function world(...lanes: (Partial<ProviderLane> & { provider: Provider })[]): Promise<World> {
  const [clock, folder] = [new ManualClock(), temporaryFolder()]
  const stores = await openSqliteStores(join(folder, 'tasks.db'), undefined, () => clock.now())
  const engines: Scheduler[] = []
  onTestFinished(async () => {
    for (const engine of engines) await engine.close(0)
    await stores.close()
  })
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
  const [errors, logged, warnings, infos]: [string[], Line[], Line[], Line[]] = [[], [], [], []]
  const log = {
    ...silentLog,
    error: (message: string, details?: unknown) => {
      errors.push(message)
      logged.push({ message, details })
    },
    warn: (message: string, details?: unknown) => {
      warnings.push({ message, details })
    },
    info: (message: string, details?: unknown) => {
      infos.push({ message, details })
    },
  }
  const providers = new ProviderSet(
    'test',
    lanes.map((lane, index) => ({
      queue: index === 0 ? 'default' : lane.provider.name,
      models: undefined,
      concurrency: 100,
      requestsPerSecond: 1e6,
      pollDeadline: 24 * 3_600_000,
      ...lane,
    })),
  )
  const pass = (milliseconds: number): Promise<void> => passTime(clock, milliseconds)
  let age = 0
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await pass(250)
  }
  return {
    stores,
    clock,
    providers,
    folder,
    errors,
    logged,
    warnings,
    infos,
    engine(over = {}) {
      const { tasks, queue, runs, clock: own, ...more } = { ...stores, clock, rolloutTime: 0, ...over }
      const { rolloutTime, asked = { note: async () => undefined }, times = new UpstreamFigures(500) } = more
      const engine = new Scheduler({
        tasks,
        queue,
        runs,
        operator: stores.operator,
        files: new DiskFileStore(join(folder, 'files')),
        clock: own,
        random: () => 0.5,
        log,
        times,
        asked,
        workDirectory: join(folder, 'work'),
        unknownOutcomeDeadline,
        rolloutTime,
        providers,
        models: ['beta-5.0', 'epsilonO3'],
      })
      engines.push(engine)
      return engine
    },
    async accept(values) {
      const task = newTask({ created: clock.now() + (age += 1), ...values })
      await stores.tasks.submit({ task })
      for (const engine of engines) engine.wake(task.queue)
      return task
    },
    async when(id, condition) {
      for (;;) {
        const task = await stores.tasks.read(id)
        if (task !== undefined && condition(task)) return task
        await pass(250)
      }
    },
    until,
    pass,
  }
}

/** Moves the clock on in small steps, with time for the engine to follow: in one large step its heartbeat would be missed. */
export async function passTime(clock: ManualClock, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 250) {
    clock.advance(Math.min(250, left))
    await settle()
  }
}

export const ended = ({ status }: TaskRecord): boolean => isTerminal(status)

/** The runs, or the queue, of a store, of which one method fails so many times. */
export function failing<Store extends TaskRuns | TaskQueue>(store: Store, method: keyof Store, times: number): Store {
  return new Proxy(store, {
    get: (target, name) => {
      if (name === method && times-- > 0) return () => Promise.reject(new Error('disk full'))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

import type { Clock } from '../base/clock.js'
import type { AskedRecord } from '../keep/files/asked-record.js'
import type { FileStore } from '../domain/files/file-store.js'
import { removeLooseFiles } from '../keep/files/loose-files.js'
import type { Log } from '../base/log.js'
import { Poller } from '../base/poller.js'
import { pruneHeldResults } from './provider/mapped/held-files.js'
import { carriedAssets, type AssetStore } from '../keep/store/asset-store.js'
import type { BudgetStore } from '../keep/store/budget-store.js'
import type { KeyStore } from '../keep/store/key-store.js'
import type { TaskStore } from '../keep/store/task-store.js'
import type { WebhookDeliveries } from '../keep/store/webhook-deliveries.js'

const sweepInterval = 10 * 60 * 1000
const day = 24 * 60 * 60 * 1000
/** How long an event that was given up can be replayed, in milliseconds. */
const keepGivenUp = 30 * day
/** How long is kept what was counted for a key on a day, in milliseconds: longer than any clock is behind. */
const keepUsage = 7 * day
/** How long is kept what was counted for budgets, and their alerts, in milliseconds: two months and more. */
const keepBudgets = 70 * day
/** Longer than any upload lasts, in milliseconds: what has not been written to for so long belongs to no process, among all that share the folder. */
const keepUnfinished = 60 * 60 * 1000
const batch = 100

/** What is declared where idempotency keys are kept for ever, in milliseconds: no submit is repeated after a year. */
const longestDeclared = 365 * day

/** For how long an idempotency key is kept after its submit, in milliseconds: with the results, and a day at least. */
export function keysKept({
  keep = Infinity,
  keepTasks = Infinity,
}: Pick<RetentionParts, 'keep' | 'keepTasks'>): number {
  return Math.min(Math.max(Math.min(keep, keepTasks), day), longestDeclared)
}

/** What a sweep works on. */
export interface RetentionParts {
  tasks: Pick<TaskStore, 'read' | 'agedResults' | 'forgetResult' | 'forgetKeys' | 'forgetTasks'>
  deliveries: Pick<WebhookDeliveries, 'forget'>
  keys: Pick<KeyStore, 'forgetUsage'>
  budgets: Pick<BudgetStore, 'forget'>
  assets: Pick<AssetStore, 'removeAged' | 'claimLooseFiles' | 'forgetFile'>
  files: Pick<FileStore, 'list' | 'remove' | 'removeUnfinished'>
  asked: Pick<AskedRecord, 'prune'>
  clock: Clock
  /** The time of a database that several services share, in milliseconds. */
  databaseTime?: (() => Promise<number>) | undefined
  log: Log
  /** How long results are kept after the end of their task, in milliseconds; undefined: as long as the task. */
  keep: number | undefined
  /** How long ended tasks are kept, in milliseconds, a day or more; undefined: for ever. */
  keepTasks: number | undefined
}

/**
 * Removes what is older than the operator wants to keep: the files of results, then the mention of them in their tasks;
 * idempotency keys, these after a day at the earliest; then whole tasks, whose files and keys are gone by then; events
 * that were given up; files that requests carried; what was counted for the quotas of keys and for budgets; upstreams' answers that were kept for tasks that have
 * ended; and files that a process was writing or removing when it was killed. Several services may sweep at the same
 * time: each step done twice is as good as done once.
 */
export class Retention {
  readonly #parts: RetentionParts

  readonly #poller: Poller

  constructor(parts: RetentionParts) {
    this.#parts = parts
    this.#poller = new Poller(parts.clock, sweepInterval, () =>
      this.sweep().catch((error: unknown) => {
        parts.log.error('what is older than it is kept could not be removed; it will be tried again', { error })
      }),
    )
  }

  /** Sweeps now and then every ten minutes. */
  start(): void {
    this.#poller.start()
  }

  /** Stops, after the step that is being done. */
  close(): Promise<void> {
    return this.#poller.stop()
  }

  /** Removes all that is old enough, a little at a time. */
  async sweep(): Promise<void> {
    const {
      tasks,
      deliveries,
      keys,
      budgets,
      assets,
      files,
      asked,
      clock,
      databaseTime,
      keep = Infinity,
      keepTasks = Infinity,
    } = this.#parts
    // A service whose clock is ahead removes nothing too early: where there is a second clock, both have to agree.
    const now = Math.min(clock.now(), (await databaseTime?.()) ?? Infinity)
    const keepResults = Math.min(keep, keepTasks)
    if (keepResults !== Infinity) {
      await this.#removeResults(now - keepResults)
      await this.#repeat(() => tasks.forgetKeys(now - Math.max(keepResults, day), batch))
    }
    if (keepTasks !== Infinity) await this.#repeat(() => tasks.forgetTasks(now - keepTasks, batch))
    await this.#repeat(() => deliveries.forget(now - keepGivenUp, batch))
    await this.#repeat(() => keys.forgetUsage(Math.floor((now - keepUsage) / day), batch))
    await this.#repeat(() => budgets.forget(now - keepBudgets, batch))
    await asked.prune()
    await files.removeUnfinished(clock.now() - keepUnfinished)
    await pruneHeldResults(files, async (id) => isEnded(await tasks.read(id)))
    await this.#repeat(() => assets.removeAged(carriedAssets.prefix, now - carriedAssets.kept, batch))
    await this.#repeat(() => removeLooseFiles(now - keepUnfinished, batch, assets, files))
  }

  async #repeat(forget: () => Promise<number>): Promise<void> {
    while (!this.#poller.stopped && (await forget()) > 0);
  }

  async #removeResults(before: number): Promise<void> {
    for (let failed = 0; !this.#poller.stopped;) {
      const aged = await this.#parts.tasks.agedResults(before, batch, failed)
      for (const result of aged) if (!this.#poller.stopped && !(await this.#remove(result))) failed += 1
      if (aged.length < batch) return
    }
  }

  /** False when the file could not be removed, and is left for the next sweep. */
  async #remove({ id, files: kept }: { id: string; files: string[] }): Promise<boolean> {
    const { tasks, files, log } = this.#parts
    try {
      for (const file of kept) await files.remove(file)
    } catch (error) {
      log.error('an old result could not be removed; it will be tried again', { task: id, error })
      return false
    }
    await tasks.forgetResult(id)
    return true
  }
}

function isEnded(task: Awaited<ReturnType<TaskStore['read']>>): boolean {
  return task?.status === 'completed' || task?.status === 'failed'
}

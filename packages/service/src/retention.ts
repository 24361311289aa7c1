import type { Clock } from './clock.js'
import type { FileStore } from './files/file-store.js'
import type { Log } from './log.js'
import { Poller } from './poller.js'
import type { TaskStore } from './store/task-store.js'

const sweepInterval = 10 * 60 * 1000
const day = 24 * 60 * 60 * 1000
const batch = 100

/** What a sweep works on. */
export interface RetentionParts {
  tasks: TaskStore
  files: FileStore
  clock: Clock
  log: Log
  /** How long results are kept, in milliseconds. */
  keep: number
}

/**
 * Removes what is older than the operator wants to keep: the files of results, then the mention of them in their tasks,
 * and idempotency keys, these after a day at the earliest. Tasks stay. Several services may sweep at the same time:
 * each step done twice is as good as done once.
 */
export class Retention {
  readonly #parts: RetentionParts

  readonly #poller: Poller

  constructor(parts: RetentionParts) {
    this.#parts = parts
    this.#poller = new Poller(parts.clock, sweepInterval, () =>
      this.sweep().catch((error: unknown) => {
        parts.log.error('old results could not be looked for; it will be tried again', { error })
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
    const { tasks, clock, keep } = this.#parts
    const now = clock.now()
    for (let failed = 0; !this.#closed;) {
      const aged = await tasks.agedResults(now - keep, batch, failed)
      for (const result of aged) if (!this.#closed && !(await this.#remove(result))) failed += 1
      if (aged.length < batch) break
    }
    while (!this.#closed && (await tasks.forgetKeys(now - Math.max(keep, day), batch)) === batch);
  }

  get #closed(): boolean {
    return this.#poller.stopped
  }

  /** False when the file could not be removed, and is left for the next sweep. */
  async #remove({ id, file }: { id: string; file: string }): Promise<boolean> {
    const { tasks, files, log } = this.#parts
    try {
      await files.remove(file)
    } catch (error) {
      log.error('an old result could not be removed; it will be tried again', { task: id, error })
      return false
    }
    await tasks.forgetResult(id)
    return true
  }
}

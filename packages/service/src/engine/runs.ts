import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { TaskRunner } from './task-runner.js'

/** What an engine is told about its runs. */
export interface RunsParts {
  runner: TaskRunner
  concurrency: number
  clock: Clock
  log: Log
  /** A run ended by a fault of ours, such as a full disk: the task has been acknowledged and is to be run again. */
  onFault(id: string, error: unknown): Promise<void>
  /** There is room for another run. */
  onRoom(): void
}

/** The tasks that this process runs at the moment, a limited number. */
export class Runs {
  readonly #parts: RunsParts

  readonly #running = new Map<string, { abort: AbortController; ended: Promise<void> }>()

  constructor(parts: RunsParts) {
    this.#parts = parts
  }

  /** Ids of the tasks that run. */
  get ids(): string[] {
    return [...this.#running.keys()]
  }

  /** How many more may run. */
  get room(): number {
    return this.#parts.concurrency - this.#running.size
  }

  /** Runs a task, unless it runs already. */
  begin(id: string): void {
    if (this.#running.has(id)) return
    const abort = new AbortController()
    const ended = this.#parts.runner
      .run(id, abort.signal)
      .catch((error: unknown) => this.#parts.onFault(id, error))
      .then(() => {
        this.#running.delete(id)
        this.#parts.onRoom()
      })
    this.#running.set(id, { abort, ended })
  }

  /** Stops work on a task, where it runs. */
  abort(id: string, reason: string): void {
    this.#running.get(id)?.abort.abort(new Error(reason))
  }

  /** Stops work on a task that has been cancelled, here and at the provider. */
  cancel(id: string): void {
    this.abort(id, 'the task was cancelled')
    this.#parts.runner.letGo(id).catch((error: unknown) => {
      this.#parts.log.error('a cancelled task could not be read', { task: id, error })
    })
  }

  /** Stops all work: what would be lost gets up to `patience` milliseconds to finish, the rest none. */
  async close(patience: number): Promise<void> {
    const ended = Promise.all([...this.#running.values()].map((one) => one.ended))
    if (!this.#parts.runner.attachable && this.#running.size > 0) {
      const enough = new AbortController()
      await Promise.race([ended, this.#parts.clock.delay(patience, enough.signal)])
      enough.abort()
    }
    for (const id of this.ids) this.abort(id, 'the service is stopping')
    await ended
  }
}

import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { TaskStore } from '../store/task-store.js'
import type { Engine } from './engine.js'
import { Runs } from './runs.js'
import type { TaskRunner } from './task-runner.js'

const retryDelay = 1000

/** Runs tasks inside the one process that has the store to itself, oldest first, a limited number at a time. */
export class InProcessEngine implements Engine {
  readonly #parts: { store: TaskStore; runner: TaskRunner; concurrency: number; clock: Clock; log: Log }

  readonly #queue: string[] = []
  readonly #runs: Runs
  readonly #closing = new AbortController()

  constructor(parts: { store: TaskStore; runner: TaskRunner; concurrency: number; clock: Clock; log: Log }) {
    this.#parts = parts
    this.#runs = new Runs({
      ...parts,
      onFault: (id, error) => this.#retryLater(id, error),
      onRoom: () => {
        this.#fill()
      },
    })
  }

  async start(): Promise<void> {
    this.#queue.unshift(...(await this.#parts.store.unfinished()))
    this.#fill()
  }

  enqueue(id: string): void {
    this.#queue.push(id)
    this.#fill()
  }

  cancel(id: string): void {
    this.#runs.cancel(id)
  }

  close(patience: number): Promise<void> {
    this.#closing.abort()
    return this.#runs.close(patience)
  }

  #fill(): void {
    while (!this.#closing.signal.aborted && this.#runs.room > 0) {
      const id = this.#queue.shift()
      if (id === undefined) return
      this.#runs.begin(id)
    }
  }

  async #retryLater(id: string, error: unknown): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#parts.log.error('a task could not be run and will be tried again', { task: id, error })
    await this.#parts.clock.delay(retryDelay, this.#closing.signal)
    if (!this.#closing.signal.aborted) this.#queue.push(id)
  }
}

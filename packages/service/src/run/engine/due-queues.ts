import { Poller } from '../../base/poller.js'
import { OutageNote, storeOutage } from './outage-note.js'
import type { RunParts } from './run-parts.js'

/** How often the store is looked at, in milliseconds. */
const pollInterval = 1000

/** What the looks at the store work with. */
export interface DueQueuesParts extends Pick<RunParts, 'queue' | 'clock' | 'log'> {
  owner: () => string | undefined
  /** Names of the queues that are run here. */
  queues: () => readonly string[]
  wake: (queue: string) => void
}

/**
 * Notices tasks that other processes have accepted or left, and those whose delay is over: one look at the store for all
 * queues, so that many of them cost an idle process and its database no more than one.
 */
export class DueQueues {
  readonly #parts: DueQueuesParts
  readonly #poller: Poller
  readonly #outage: OutageNote

  constructor(parts: DueQueuesParts) {
    this.#parts = parts
    this.#outage = new OutageNote(parts.log, storeOutage)
    this.#poller = new Poller(parts.clock, pollInterval, () => this.#poll())
  }

  start(): void {
    this.#poller.start()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #poll(): Promise<void> {
    const { owner, queue, queues, wake } = this.#parts
    if (owner() === undefined) return
    try {
      for (const name of await queue.due(queues())) wake(name)
      this.#outage.over()
    } catch (error) {
      this.#outage.note({ error })
    }
  }
}

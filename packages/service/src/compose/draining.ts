import type { Clock } from '../base/clock.js'
import type { Engine } from '../run/engine/engine.js'
import type { Log } from '../base/log.js'
import { Poller } from '../base/poller.js'
import type { ProcessStore } from '../keep/store/process-store.js'

/** How often a process asks whether it is to be drained, and shows that it lives, in milliseconds. */
const [pollInterval, seeInterval] = [2000, 30_000]

/** What this works with. */
export interface DrainingParts {
  processes: ProcessStore
  /** The name of this process. */
  name: string
  engine: Pick<Engine, 'health'>
  clock: Clock
  log: Log
  /** Takes nothing new, brings to an end what would be lost, and leaves the rest to other processes. */
  drain: () => Promise<void>
}

/** Drains this process once an operator asks for it, and tells when it is empty. It answers queries until it is stopped. */
export class Draining {
  readonly #parts: DrainingParts
  readonly #poller: Poller
  #seenAt: number
  #draining: Promise<void> | undefined
  #empty = false
  #noted: number | undefined

  constructor(parts: DrainingParts) {
    this.#parts = parts
    this.#seenAt = parts.clock.elapsed()
    this.#poller = new Poller(parts.clock, pollInterval, () => this.#poll().catch(() => undefined))
  }

  /** Enters the process. Throws when the store cannot be used. */
  async start(): Promise<void> {
    await this.#parts.processes.enter(this.#parts.name)
    this.#poller.start()
  }

  async close(): Promise<void> {
    await this.#poller.stop()
    await this.#draining
    await this.#parts.processes.leave(this.#parts.name).catch(() => undefined)
  }

  /** Where the store does not answer, the next poll asks it again. */
  async #poll(): Promise<void> {
    const { processes, name, clock, log, drain } = this.#parts
    if (clock.elapsed() - this.#seenAt >= seeInterval) {
      this.#seenAt = clock.elapsed()
      await processes.see(name)
    }
    if (this.#draining === undefined) {
      if (!(await processes.isDraining(name))) return
      log.info('an operator drains this process: it takes nothing new and leaves its tasks to others', {
        process: name,
      })
      this.#draining = drain().then(
        () => {
          this.#empty = true
          log.info('this process is empty and can be stopped', { process: name })
          this.#poller.wake()
        },
        (error: unknown) => {
          log.error('this process could not be drained; stop it', { process: name, error })
        },
      )
    }
    const remaining = this.#empty ? 0 : Math.max(1, this.#remaining())
    if (remaining === this.#noted) return
    await processes.noteRemaining(name, remaining)
    this.#noted = remaining
  }

  #remaining(): number {
    return this.#parts.engine.health().reduce((sum, { running }) => sum + running, 0)
  }
}

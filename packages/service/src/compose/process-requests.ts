import type { Clock } from '../base/clock.js'
import type { Engine } from '../run/engine/engine.js'
import type { Log } from '../base/log.js'
import { Poller } from '../base/poller.js'
import type { ProcessStore } from '../keep/store/process-store.js'
import type { ReloadOutcome } from '../settings/reload.js'

/** How often a process asks what is wanted of it, and shows that it lives, in milliseconds. */
const [pollInterval, seeInterval] = [2000, 30_000]

/** What this works with. */
export interface ProcessRequestsParts {
  processes: ProcessStore
  /** The name of this process. */
  name: string
  engine: Pick<Engine, 'health'>
  clock: Clock
  log: Log
  /** Takes nothing new, brings to an end what would be lost, and leaves the rest to other processes. */
  drain: () => Promise<void>
  /** Takes the changed configuration over. */
  reload: () => Promise<ReloadOutcome>
}

/**
 * Does what operators ask of this process in the database. Drained, it tells when it is empty, and answers queries until it is
 * stopped. Told to reload, it answers what it has taken over.
 */
export class ProcessRequests {
  readonly #parts: ProcessRequestsParts
  readonly #poller: Poller
  #seenAt: number
  #draining: Promise<void> | undefined
  #empty = false
  #noted: number | undefined
  #reloaded: { request: number; outcome: ReloadOutcome } | undefined

  constructor(parts: ProcessRequestsParts) {
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
    const { processes, name, clock } = this.#parts
    if (clock.elapsed() - this.#seenAt >= seeInterval) {
      this.#seenAt = clock.elapsed()
      await processes.see(name)
    }
    const { drain, reload } = await processes.requests(name)
    if (reload !== undefined) await this.#reload(reload)
    if (!drain) return
    this.#draining ??= this.#drain()
    const remaining = this.#empty ? 0 : Math.max(1, this.#remaining())
    if (remaining === this.#noted) return
    await processes.noteRemaining(name, remaining)
    this.#noted = remaining
  }

  /** A request is met once, however often its outcome has to be written. */
  async #reload({ request, who }: { request: number; who: string }): Promise<void> {
    const { processes, name, log, reload } = this.#parts
    if (this.#reloaded?.request !== request) {
      log.info('an operator has this process take the changed configuration over', { process: name, who })
      this.#reloaded = { request, outcome: await reload() }
    }
    await processes.noteReloaded(name, request, this.#reloaded.outcome)
  }

  #drain(): Promise<void> {
    const { name, log, drain } = this.#parts
    log.info('an operator drains this process: it takes nothing new and leaves its tasks to others', { process: name })
    return drain().then(
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

  #remaining(): number {
    return this.#parts.engine.health().reduce((sum, { running }) => sum + running, 0)
  }
}

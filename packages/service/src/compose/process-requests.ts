import type { Clock } from '../base/clock.js'
import type { Engine } from '../run/engine/engine.js'
import type { Log } from '../base/log.js'
import { Poller } from '../base/poller.js'
import type { ProcessEntry, ProcessStore, ProcessWishes } from '../keep/store/process-store.js'
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
  #entry: ProcessEntry | undefined
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
    this.#entry = await this.#parts.processes.enter(this.#parts.name)
    this.#poller.start()
  }

  async close(): Promise<void> {
    await this.#poller.stop()
    await this.#draining
    if (this.#entry !== undefined) await this.#parts.processes.leave(this.#entry).catch(() => undefined)
  }

  /** Where the store does not answer, the next poll asks it again. */
  async #poll(): Promise<void> {
    const { processes, clock } = this.#parts
    if (this.#entry === undefined) return
    if (clock.elapsed() - this.#seenAt >= seeInterval) {
      await processes.see(this.#entry)
      this.#seenAt = clock.elapsed()
    }
    const { drain, reload } = (await processes.requests(this.#entry)) ?? (await this.#enterAgain())
    if (reload !== undefined) await this.#reload(this.#entry, reload)
    if (!drain) return
    this.#draining ??= this.#drain(this.#entry)
    const remaining = this.#empty ? 0 : Math.max(1, this.#remaining())
    if (remaining === this.#noted) return
    await processes.noteRemaining(this.#entry, remaining)
    this.#noted = remaining
  }

  /**
   * Enters the process once more: after an outage another one may have forgotten it, and one that began since may have its name,
   * as containers with one host name do. Else no operator could ask anything of it. One that is drained stays so.
   */
  async #enterAgain(): Promise<ProcessWishes> {
    const { processes, name, log } = this.#parts
    this.#entry = await processes.enterAgain(name)
    this.#noted = undefined
    this.#reloaded = undefined
    log.warn('this process was not listed any more, or another one has begun under its name; it is listed again', {
      process: this.#entry.name,
    })
    const drain = this.#draining !== undefined
    if (drain) await processes.drain(this.#entry.name, 'an operator, before it was listed again')
    return { drain, reload: undefined }
  }

  /** A request is met once, however often its outcome has to be written. */
  async #reload(entry: ProcessEntry, { request, who }: { request: number; who: string }): Promise<void> {
    const { processes, log, reload } = this.#parts
    if (this.#reloaded?.request !== request) {
      log.info('an operator has this process take the changed configuration over', { process: entry.name, who })
      this.#reloaded = { request, outcome: await reload() }
    }
    await processes.noteReloaded(entry, request, this.#reloaded.outcome)
  }

  #drain({ name: process }: ProcessEntry): Promise<void> {
    const { log, drain } = this.#parts
    log.info('an operator drains this process: it takes nothing new and leaves its tasks to others', { process })
    return drain().then(
      () => {
        this.#empty = true
        log.info('this process is empty and can be stopped', { process })
        this.#poller.wake()
      },
      (error: unknown) => {
        log.error('this process could not be drained; stop it', { process, error })
      },
    )
  }

  #remaining(): number {
    return this.#parts.engine.health().reduce((sum, { running }) => sum + running, 0)
  }
}

import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import { Lookout } from '../lookout.js'
import type { TaskLeases } from '../store/task-leases.js'
import type { Engine } from './engine.js'
import { Runs } from './runs.js'
import type { TaskRunner } from './task-runner.js'

/** How often it looks for tasks that others have accepted or left, in milliseconds. */
const lookEvery = 1000
/** How long a task is left alone after a fault of ours, in milliseconds. */
const retryDelay = 1000
/** Renewals within one lease: a few may fail before the lease is lost. */
const renewals = 4

/**
 * Runs tasks of a database that several services share, oldest first, as many as there is room for.
 *
 * The task's own row is the job, with a lease in it, and there is no queue beside it. So a submit stays one
 * transaction; no second record can be lost between two commits, or say something else than the task; and whatever a
 * worker writes is fenced by the lease in the same statement. A queue library (pg-boss, whose current versions want
 * Node 22) would be that second record.
 *
 * A service that dies leaves its leases to run out: then another claims its tasks, within one lease and one look. A
 * service that cannot renew, being cut off or paused, stops its runs, and the store takes nothing more from them.
 */
export class LeasedEngine implements Engine {
  readonly #parts: { leases: TaskLeases; runner: TaskRunner; concurrency: number; clock: Clock; log: Log }

  readonly #runs: Runs
  readonly #lookout: Lookout
  readonly #closed = new AbortController()
  #renewing: Promise<void> = Promise.resolve()
  /** The database failed last time, and that has been said. */
  #failing = false

  constructor(parts: { leases: TaskLeases; runner: TaskRunner; concurrency: number; clock: Clock; log: Log }) {
    this.#parts = parts
    this.#runs = new Runs({
      ...parts,
      onFault: (id, error) => this.#giveBack(id, error),
      onRoom: () => {
        this.#lookout.hurry()
      },
    })
    this.#lookout = new Lookout(parts.clock, lookEvery, () => this.#claim())
  }

  async start(): Promise<void> {
    this.#lookout.start()
    this.#renewing = this.#keepRenewing()
  }

  /** Looks at once. Which tasks are waiting, the store knows. */
  enqueue(): void {
    this.#lookout.hurry()
  }

  cancel(id: string): void {
    this.#runs.cancel(id)
  }

  async close(patience: number): Promise<void> {
    if (this.#lookout.stopped) return this.#renewing
    await this.#lookout.stop()
    await this.#runs.close(patience)
    this.#closed.abort()
    await this.#renewing
    await this.#parts.leases.giveBackAll().catch((error: unknown) => {
      this.#parts.log.error(
        'the tasks of this service could not be given back; others take them when their leases have run out',
        { error },
      )
    })
  }

  async #claim(): Promise<void> {
    if (this.#runs.room <= 0) return
    try {
      // A run that has lost its task and has not ended yet may not meet another of the same task here.
      for (const id of await this.#parts.leases.claim(this.#runs.room, this.#runs.ids)) this.#runs.begin(id)
      this.#failing = false
    } catch (error) {
      this.#sayOnce('waiting tasks could not be claimed', error)
    }
  }

  async #keepRenewing(): Promise<void> {
    const { leases, clock } = this.#parts
    let heldUntil = Infinity
    while (!this.#closed.signal.aborted) {
      const asked = clock.now()
      const ids = this.#runs.ids
      const held = ids.length === 0 ? [] : await this.#renew(ids, heldUntil - asked)
      if (held !== undefined) {
        heldUntil = asked + leases.duration
        this.#abortAllBut(held, ids)
      } else if (clock.now() >= heldUntil) {
        this.#abortAllBut([], this.#runs.ids)
        heldUntil = Infinity
      }
      await clock.delay(leases.duration / renewals, this.#closed.signal)
    }
  }

  /** The tasks that are still held; undefined when that could not be found out in the time given. */
  async #renew(ids: string[], time: number): Promise<string[] | undefined> {
    const { leases, clock } = this.#parts
    const enough = new AbortController()
    const renewed = leases.renew(ids).catch((error: unknown) => {
      this.#sayOnce('the leases of running tasks could not be renewed', error)
      return undefined
    })
    const late = clock.delay(Math.min(Math.max(time, 0), leases.duration), enough.signal).then(() => undefined)
    try {
      const held = await Promise.race([renewed, late])
      if (held !== undefined) this.#failing = false
      return held
    } finally {
      enough.abort()
    }
  }

  /** An outage is one line in the log, however long it lasts. */
  #sayOnce(message: string, error: unknown): void {
    if (!this.#failing)
      this.#parts.log.error(`${message}; it will be tried again, and not said again, until the database answers`, {
        error,
      })
    this.#failing = true
  }

  #abortAllBut(held: readonly string[], ids: readonly string[]): void {
    const still = new Set(held)
    for (const id of ids) if (!still.has(id)) this.#runs.abort(id, 'the task has ended or is run by another service')
  }

  /** Others get their turn before it is tried again, by whoever is there first. */
  async #giveBack(id: string, error: unknown): Promise<void> {
    this.#parts.log.error('a task could not be run and will be tried again', { task: id, error })
    await this.#parts.leases.giveBack(id, retryDelay).catch(() => undefined)
  }
}

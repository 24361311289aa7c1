import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import type { TaskQueue } from '../../keep/store/task-queue.js'
import { noteDeaths } from './handling.js'
import { OutageNote } from './outage-note.js'

/** Heartbeats within the time that one lasts: some may fail before the process counts as gone. */
const beatsPerLifetime = 4

/** What a membership works with. */
export interface MembershipParts {
  queue: Pick<TaskQueue, 'lifetime' | 'join' | 'beat' | 'sweep' | 'leave'>
  clock: Clock
  log: Log
  /** This process holds nothing any more: it was swept, or could not show for too long that it lives. */
  onLost: () => void
  /** Somebody else has ended these tasks, which this process held. */
  onEnded: (ids: readonly string[]) => void
  /** Upstreams have told another process of these tasks, which this process holds. */
  onWoken: (ids: readonly string[]) => void
  /** Tasks of another process are free. */
  onFreed: () => void
}

/**
 * This process among those that share a store. A process that is cut off or paused for longer than a heartbeat lasts loses its
 * tasks, and joins again under a new identity: what it still writes under the old one is rejected.
 */
export class Membership {
  readonly #parts: MembershipParts
  readonly #closing = new AbortController()
  readonly #outage: OutageNote
  #owner: string | undefined
  #left: string | undefined
  #validUntil = 0
  #beating: Promise<void> = Promise.resolve()
  #sweeping: Promise<void> | undefined

  constructor(parts: MembershipParts) {
    this.#parts = parts
    this.#outage = new OutageNote(
      parts.log,
      'the heartbeat of this process could not be stored; it is tried again without another line',
    )
  }

  /** The identity under which this process claims; undefined while it has none. */
  get owner(): string | undefined {
    return this.#owner
  }

  /** Milliseconds since the process has shown that it lives; undefined while it has no identity. */
  get heartbeatAge(): number | undefined {
    const { clock, queue } = this.#parts
    return this.#owner === undefined ? undefined : clock.elapsed() - (this.#validUntil - queue.lifetime)
  }

  /** Joins, and goes on showing that the process lives. A store that is too slow for it now is asked again with each heartbeat. */
  async start(): Promise<void> {
    try {
      await this.#join()
      noteDeaths(this.#parts.log, (await this.#parts.queue.sweep()).deaths)
    } catch (error) {
      this.#outage.note({ error })
    }
    this.#beating = this.#keepBeating()
  }

  /** Gives all tasks back and goes on under a new identity, which has none. Rejects when the store cannot be used. */
  async giveBack(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#lose()
    await this.#join()
  }

  /** Stops the heartbeat and gives all tasks back. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#beating
    await this.#sweeping
    // An identity that was given up may hold tasks until it has been left.
    const owner = this.#owner ?? this.#left
    this.#owner = this.#left = undefined
    if (owner === undefined) return
    await this.#parts.queue.leave(owner).catch((error: unknown) => {
      this.#parts.log.error(
        'the tasks of this process could not be given back; others take them when its heartbeat has run out',
        { error },
      )
    })
  }

  async #keepBeating(): Promise<void> {
    const { clock, queue } = this.#parts
    const { signal } = this.#closing
    for (;;) {
      await clock.delay(queue.lifetime / beatsPerLifetime, signal)
      if (signal.aborted) return
      // The deadline passes by itself, also while the store does not answer at all.
      const waiting = new AbortController()
      const late = clock.delay(Math.max(0, this.#validUntil - clock.elapsed()), waiting.signal)
      const beat = this.#beat().catch((error: unknown) => {
        this.#outage.note({ error })
      })
      await Promise.race([beat, this.#owner === undefined ? beat : late])
      // With a reason: without one, an error with its stack would be made for each heartbeat.
      waiting.abort('beaten')
      if (this.#owner !== undefined && clock.elapsed() >= this.#validUntil) this.#lose()
    }
  }

  async #beat(): Promise<void> {
    const { clock, queue, onEnded, onWoken } = this.#parts
    const owner = this.#owner
    const asked = clock.elapsed()
    if (owner === undefined) {
      await this.#join()
    } else {
      const beat = await queue.beat(owner)
      if (this.#owner !== owner) return
      if (beat === undefined) {
        this.#lose()
        await this.#join()
      } else {
        this.#validUntil = asked + queue.lifetime
        onEnded(beat.ended)
        onWoken(beat.woken)
      }
    }
    this.#outage.over()
    this.#sweep()
  }

  /** The next heartbeat does not wait for it: there may be much to free. */
  #sweep(): void {
    const { queue, log, onFreed } = this.#parts
    this.#sweeping ??= queue
      .sweep()
      .then(
        ({ freed, deaths }) => {
          noteDeaths(log, deaths)
          if (freed > 0) onFreed()
        },
        (error: unknown) => {
          this.#outage.note({ error })
        },
      )
      .finally(() => {
        this.#sweeping = undefined
      })
  }

  async #join(): Promise<void> {
    const { clock, queue, onFreed } = this.#parts
    const left = this.#left
    // No process may have swept the identity that was given up here, as in an outage of all: nothing else would free its tasks.
    if (left !== undefined) await queue.leave(left)
    this.#left = undefined
    const asked = clock.elapsed()
    const owner = await queue.join()
    this.#owner = owner
    this.#validUntil = asked + queue.lifetime
    if (left !== undefined) onFreed()
  }

  #lose(): void {
    this.#left = this.#owner
    this.#owner = undefined
    this.#parts.onLost()
  }
}

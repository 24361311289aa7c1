import type { Clock } from '../base/clock.js'
import type { Log } from '../base/log.js'
import { Poller } from '../base/poller.js'
import type { EventStore } from '../keep/store/event-store.js'

/** Why a stream goes on: the number of the latest event where there are newer ones, nothing was said for a while, or it is over. */
export type FeedTurn = number | 'silence' | 'over'

export interface FeedLimits {
  /** Streams of this process. */
  total: number
  /** Streams of one key in this process. */
  perKey: number
}

export interface FeedParts {
  clock: Clock
  log: Log
  limits: FeedLimits
  events: Pick<EventStore, 'latest'>
}

/** One reader of the events of an account. */
export interface FeedStream {
  /** Resolves once the account has an event behind this number, once nothing was said for a while, or once the stream is over. */
  next(number: number): Promise<FeedTurn>
  /** Leaves. */
  close(): void
}

interface Reader {
  account: string
  /** The number that was read last, and who waits for one behind it. */
  waits: { number: number; until: number; turn: (turn: FeedTurn) => void } | undefined
  over: boolean
}

/** How often the store is asked for what ended elsewhere, in milliseconds. */
const interval = 500
/** After this time without an event a stream says that it lives: less than the minute after which proxies give up, in milliseconds. */
const longestSilence = 15_000

/**
 * Readers that wait for the events of their accounts. An end in this process is told at once, one in another within half a
 * second. What a reader has read is its own affair: nothing is kept for it here, so that a slow one costs no memory.
 */
export class EventFeed {
  readonly #parts: FeedParts
  readonly #readers = new Set<Reader>()
  readonly #perKey = new Map<string, number>()
  readonly #poller: Poller
  #closed = false

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#poller = new Poller(parts.clock, interval, () => this.#poll())
  }

  start(): void {
    this.#poller.start()
  }

  /** How many read. */
  get size(): number {
    return this.#readers.size
  }

  /** A stream of the events of an account for one of its keys; undefined where too many read, or the service is leaving. */
  open(account: string, key: string): FeedStream | undefined {
    const { clock, limits } = this.#parts
    const ofKey = this.#perKey.get(key) ?? 0
    if (this.#closed || this.#readers.size >= limits.total || ofKey >= limits.perKey) return undefined
    const reader: Reader = { account, waits: undefined, over: false }
    this.#readers.add(reader)
    this.#perKey.set(key, ofKey + 1)
    return {
      next: (number) =>
        new Promise((resolve) => {
          if (reader.over) resolve('over')
          else {
            reader.waits = { number, until: clock.elapsed() + longestSilence, turn: resolve }
            // What has ended since the events were read was told to no one.
            void this.#tellNews([reader])
          }
        }),
      close: () => {
        if (!this.#readers.delete(reader)) return
        this.#end(reader)
        const left = (this.#perKey.get(key) ?? 1) - 1
        if (left === 0) this.#perKey.delete(key)
        else this.#perKey.set(key, left)
      },
    }
  }

  /** Tasks have ended in this process. */
  wake(): void {
    if (this.#readers.size > 0) this.#poller.wake()
  }

  /** Ends all streams, and opens none any more. */
  async close(): Promise<void> {
    this.#closed = true
    for (const reader of this.#readers) this.#end(reader)
    await this.#poller.stop()
  }

  #end(reader: Reader): void {
    reader.over = true
    this.#tell(reader, 'over')
  }

  #tell(reader: Reader, turn: FeedTurn): void {
    const { waits } = reader
    reader.waits = undefined
    waits?.turn(turn)
  }

  async #poll(): Promise<void> {
    const waiting = [...this.#readers].filter(({ waits }) => waits !== undefined)
    if (waiting.length > 0) await this.#tellNews(waiting)
  }

  /** Answers those who wait and have something to hear. */
  async #tellNews(readers: readonly Reader[]): Promise<void> {
    const latest = await this.#latest([...new Set(readers.map(({ account }) => account))])
    const now = this.#parts.clock.elapsed()
    for (const reader of readers) {
      const { account, waits } = reader
      if (waits === undefined) continue
      const number = latest.get(account) ?? 0
      if (number > waits.number) this.#tell(reader, number)
      else if (waits.until <= now) this.#tell(reader, 'silence')
    }
  }

  async #latest(accounts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    try {
      return await this.#parts.events.latest(accounts)
    } catch (error) {
      this.#parts.log.debug('the store could not be asked for events', { error })
      return new Map()
    }
  }
}

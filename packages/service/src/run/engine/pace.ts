import type { Clock } from '../../base/clock.js'
import type { LimitedRequests, RequestLimits } from '../../domain/provider/provider.js'

/** Spaces requests out evenly, and waits while the upstream takes none. Each caller gets a turn of its own, in the order of asking. */
export class Pace {
  readonly #clock: Clock
  readonly #limits: RequestLimits | undefined
  #interval: number
  #next = 0

  constructor(clock: Clock, requestsPerSecond: number, limits?: RequestLimits) {
    this.#clock = clock
    this.#limits = limits
    this.#interval = 1000 / requestsPerSecond
  }

  /** Spaces out so from now on. Who waits already keeps the turn. */
  change(requestsPerSecond: number): void {
    this.#interval = 1000 / requestsPerSecond
    this.#next = Math.min(this.#next, this.#clock.elapsed() + this.#interval)
  }

  /** Resolves when such a request may be sent, or as soon as the signal aborts. */
  async acquire(requests: LimitedRequests, signal?: AbortSignal): Promise<void> {
    const now = this.#clock.elapsed()
    const turn = Math.max(now, this.#next)
    this.#next = turn + this.#interval
    // Timers fire on whole milliseconds: a shorter wait would be rounded up and lower the rate.
    if (turn - now >= 1) await this.#clock.delay(turn - now, signal)
    for (let wait = this.#take(requests); wait > 0 && signal?.aborted !== true; wait = this.#take(requests))
      await this.#clock.delay(Math.ceil(wait), signal)
  }

  #take(requests: LimitedRequests): number {
    return this.#limits?.take(requests) ?? 0
  }
}

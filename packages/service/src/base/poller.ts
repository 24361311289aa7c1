import type { Clock } from './clock.js'

/** Looks for work repeatedly: at an interval, and at once when woken. */
export class Poller {
  readonly #clock: Clock
  readonly #interval: () => number
  readonly #poll: () => Promise<void>

  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> = Promise.resolve()

  /** `interval`: milliseconds between the end of one poll and the next, asked for after each. `poll` must not reject. */
  constructor(clock: Clock, interval: number | (() => number), poll: () => Promise<void>) {
    this.#clock = clock
    this.#interval = typeof interval === 'number' ? () => interval : interval
    this.#poll = poll
  }

  /** Whether it was told to stop. */
  get stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Polls now, and from now on. */
  start(): void {
    this.#running = this.#keepPolling()
  }

  /** Polls at once, or once more when a poll is under way. */
  wake(): void {
    // With a reason: without one, an error with its stack would be made for each task that is accepted.
    this.#wake.abort('woken')
  }

  /** Stops polling. Resolves when the poll under way is over. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    return this.#running
  }

  async #keepPolling(): Promise<void> {
    while (!this.stopped) {
      this.#wake = new AbortController()
      const { signal } = this.#wake
      await this.#poll()
      await this.#clock.delay(this.#interval(), signal)
    }
  }
}

import type { Clock } from './clock.js'

/** Looks for work again and again: every so often, and at once when told that there may be some. */
export class Lookout {
  readonly #clock: Clock
  readonly #every: number
  readonly #look: () => Promise<void>

  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #looking: Promise<void> = Promise.resolve()

  /** `every`: milliseconds between the end of one look and the next. `look` must not reject. */
  constructor(clock: Clock, every: number, look: () => Promise<void>) {
    this.#clock = clock
    this.#every = every
    this.#look = look
  }

  /** Whether it was told to stop. */
  get stopped(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Looks now, and from now on. */
  start(): void {
    this.#looking = this.#keepLooking()
  }

  /** Looks at once, or once more when it is looking already. */
  hurry(): void {
    this.#wake.abort()
  }

  /** Looks no more. Resolves when the look under way is over. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.hurry()
    return this.#looking
  }

  async #keepLooking(): Promise<void> {
    while (!this.stopped) {
      this.#wake = new AbortController()
      const { signal } = this.#wake
      await this.#look()
      await this.#clock.delay(this.#every, signal)
    }
  }
}

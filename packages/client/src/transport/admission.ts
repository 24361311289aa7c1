import type { Clock } from '../policy/clock.js'
import type { Scope } from '../policy/scope.js'

/** Milliseconds by which requests may be ahead of their spacing, since a busy process wakes late and then many at once. */
const tolerance = 50

/**
 * Admits the requests of one client in the order in which they ask: at most `maxConcurrency` at once, and no more than
 * `requestsPerSecond` in any second. A request that waits holds no socket and no timer of its own beside that of its deadline.
 */
export class Admission {
  readonly #clock: Clock
  readonly #maxConcurrency: number
  readonly #gap: number
  readonly #waiting = new Set<() => void>()
  #running = 0
  #free = -Infinity
  #timer: unknown

  constructor(clock: Clock, maxConcurrency = Infinity, requestsPerSecond = Infinity) {
    this.#clock = clock
    this.#maxConcurrency = maxConcurrency
    // As much wider as the tolerance allows to catch up, so that no second holds more than the rate.
    this.#gap = (1000 + tolerance) / requestsPerSecond
  }

  /** Resolves when the request may start, with the function that must be called when it has ended. Throws `Stopped`. */
  async acquire(scope: Scope): Promise<() => void> {
    let admit = (): void => undefined
    const admitted = new Promise<void>((resolve) => {
      admit = resolve
    })
    this.#waiting.add(admit)
    this.#admit()
    if (this.#waiting.has(admit)) {
      await scope
        .run(() => admitted)
        .catch((reason: unknown) => {
          if (this.#waiting.delete(admit)) this.#admit()
          else this.#release()
          throw reason
        })
    }
    return () => this.#release()
  }

  #release(): void {
    this.#running--
    this.#admit()
  }

  #admit(): void {
    this.#clock.clearTimeout(this.#timer)
    for (const admit of this.#waiting) {
      if (this.#running >= this.#maxConcurrency) return
      const now = this.#clock.now()
      if (now + tolerance < this.#free) {
        this.#timer = this.#clock.setTimeout(() => this.#admit(), this.#free - now)
        return
      }
      this.#free = Math.max(this.#free, now) + this.#gap
      this.#running++
      this.#waiting.delete(admit)
      admit()
    }
  }
}

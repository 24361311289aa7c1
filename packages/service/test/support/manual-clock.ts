import type { Clock } from '../../src/base/clock.js'

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #time: number

  #sleepers: { until: number; wake: () => void }[] = []

  constructor(time = Date.UTC(2026, 0, 2, 3, 4, 5)) {
    this.#time = time
  }

  #set = 0
  #over = false

  now(): number {
    return this.#time + this.#set
  }

  elapsed(): number {
    return this.#time
  }

  /** Sets the time of day on or back. No time passes. */
  set(milliseconds: number): void {
    this.#set += milliseconds
  }

  delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (milliseconds <= 0 || signal?.aborted === true) {
        resolve()
        return
      }
      if (this.#over) {
        setImmediate(resolve)
        return
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', wake)
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper)
        resolve()
      }
      const sleeper = { until: this.#time + milliseconds, wake }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', wake, { once: true })
    })
  }

  /** Ends every wait, now and later, at once. A loop that waits here never rests from then on, so that it has to be ended as well. */
  runOut(): void {
    this.#over = true
    for (const { wake } of this.#sleepers) wake()
  }

  /** How many are waiting. */
  get waiting(): number {
    return this.#sleepers.length
  }

  advance(milliseconds: number): void {
    this.#time += milliseconds
    const due = this.#sleepers.filter((one) => one.until <= this.#time)
    this.#sleepers = this.#sleepers.filter((one) => one.until > this.#time)
    for (const one of due) one.wake()
  }
}

/** Lets what is due run: a few turns of the event loop, with the commits and file operations in between. */
export async function settle(): Promise<void> {
  for (let turns = 0; turns < 8; turns += 1)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}

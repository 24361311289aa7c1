import type { Clock } from './clock.js'

/** Looks for work again and again: every so often, and at once when told that there may be some. */
export class Lookout {
  private readonly stopping = new AbortController()
  private wake = new AbortController()
  private looking: Promise<void> = Promise.resolve()

  /** `every`: milliseconds between the end of one look and the next. `look` must not reject. */
  constructor(
    private readonly clock: Clock,
    private readonly every: number,
    private readonly look: () => Promise<void>,
  ) {}

  /** Whether it was told to stop. */
  get stopped(): boolean {
    return this.stopping.signal.aborted
  }

  /** Looks now, and from now on. */
  start(): void {
    this.looking = this.keepLooking()
  }

  /** Looks at once, or once more when it is looking already. */
  hurry(): void {
    this.wake.abort()
  }

  /** Looks no more. Resolves when the look under way is over. */
  stop(): Promise<void> {
    this.stopping.abort()
    this.hurry()
    return this.looking
  }

  private async keepLooking(): Promise<void> {
    while (!this.stopped) {
      this.wake = new AbortController()
      const { signal } = this.wake
      await this.look()
      await this.clock.delay(this.every, signal)
    }
  }
}

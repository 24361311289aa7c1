import type { Clock } from '../../base/clock.js'
import type { RestoredTasks } from './restored-tasks.js'

/** How often a process that asks for nothing learns how far the others have come, in milliseconds. */
const lookInterval = 5000

/**
 * The high-water mark of a record in the database, which only rises. Where it is lower than it was, the database was set back
 * to an earlier state, and stays so for this process: nothing that it says of a task is acted on any more.
 */
export class Watermark {
  readonly #restored: Pick<RestoredTasks, 'raiseWatermark' | 'watermark'>
  readonly #clock: Pick<Clock, 'delay'>
  readonly #closing = new AbortController()
  #known = 0
  #isSetBack = false
  #tellSetBack: () => void = () => undefined
  #looking: Promise<void> = Promise.resolve()

  /** Resolves once the database turns out to have been set back. From then on `raise` rejects. */
  readonly setBack = new Promise<void>((resolve) => {
    this.#tellSetBack = resolve
  })

  constructor(restored: Pick<RestoredTasks, 'raiseWatermark' | 'watermark'>, clock: Pick<Clock, 'delay'>) {
    this.#restored = restored
    this.#clock = clock
  }

  /** Raises it, durably, and answers it. A database that was set back is left as it is, so that the next start notices. */
  async raise(record: string): Promise<number> {
    const mark = this.#isSetBack ? undefined : await this.#restored.raiseWatermark(record, this.#known)
    if (mark === undefined) throw this.#noteSetBack()
    // Those of requests that overlap arrive in any order.
    this.#known = Math.max(this.#known, mark)
    return mark
  }

  /** Learns how far the database has come, now and from then on, since a process that lags behind the others would go on with what they have left. */
  async follow(record: string): Promise<void> {
    this.#known = await this.#restored.watermark(record)
    this.#looking = this.#keepLooking(record)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#looking
  }

  async #keepLooking(record: string): Promise<void> {
    const { signal } = this.#closing
    for (;;) {
      await this.#clock.delay(lookInterval, signal)
      if (signal.aborted || this.#isSetBack) return
      const known = this.#known
      // While the database cannot be asked, nothing is raised in it either.
      const mark = await this.#restored.watermark(record).catch(() => undefined)
      if (mark === undefined) continue
      if (mark < known) this.#noteSetBack()
      this.#known = Math.max(this.#known, mark)
    }
  }

  #noteSetBack(): Error {
    this.#isSetBack = true
    this.#tellSetBack()
    return new Error('the database was set back to an earlier state while this service ran; start the service again')
  }
}

import type { Clock } from '../../base/clock.js'
import type { Held, TaskRuns } from '../../keep/store/task-queue.js'

const minStep = 0.01
const minInterval = 200

/** Keeps a task's progress in the store, seldom enough that it costs little. */
export class ProgressNotes {
  readonly #runs: Pick<TaskRuns, 'noteProgress'>
  readonly #clock: Clock
  readonly #held: Held

  #fraction = 0
  #notedAt = -Infinity

  constructor(runs: Pick<TaskRuns, 'noteProgress'>, clock: Clock, held: Held) {
    this.#runs = runs
    this.#clock = clock
    this.#held = held
  }

  /** Notes a fraction from 0 to 1. Losing one does no harm, so no caller waits for it. */
  note(fraction: number): void {
    const bounded = Math.min(1, Math.max(0, fraction))
    const now = this.#clock.elapsed()
    if (!(bounded >= this.#fraction + minStep) || now < this.#notedAt + minInterval) return
    this.#fraction = bounded
    this.#notedAt = now
    this.#runs.noteProgress(this.#held, bounded).catch(() => undefined)
  }
}

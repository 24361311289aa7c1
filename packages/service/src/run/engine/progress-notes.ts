import type { Clock } from '../../base/clock.js'
import type { Held, PolledState, TaskRuns } from '../../keep/store/task-queue.js'

const minStep = 0.01
const minInterval = 200
/** Progress that its story shows: with all of its states, 20 notes are enough in the ordinary course. */
const shownStep = 0.1

/** Keeps a task's progress in the store, and what polls were answered where it had changed, seldom enough that it costs little. */
export class ProgressNotes {
  readonly #runs: Pick<TaskRuns, 'noteProgress'>
  readonly #clock: Clock
  readonly #held: Held

  #fraction = 0
  #shown: { state: string | undefined; tenth: number } = { state: undefined, tenth: 0 }
  #notedAt = -Infinity

  constructor(runs: Pick<TaskRuns, 'noteProgress'>, clock: Clock, held: Held) {
    this.#runs = runs
    this.#clock = clock
    this.#held = held
  }

  /** Notes a fraction from 0 to 1. Losing one does no harm, so no caller waits for it. */
  note(fraction: number): void {
    if (this.#raise(fraction)) this.#write(undefined)
  }

  /** Notes what a poll was answered: the upstream's word for the state, and the fraction where it tells one. */
  notePoll(state: string, fraction: number | undefined): void {
    const isRaised = this.#raise(fraction ?? 0)
    const tenth = fraction === undefined ? this.#shown.tenth : Math.floor(bounded(fraction) / shownStep + 1e-9)
    const isShown = state !== this.#shown.state || tenth > this.#shown.tenth
    if (isShown) this.#shown = { state, tenth }
    const progress = fraction === undefined ? {} : { progress: Math.round(bounded(fraction) * 100) / 100 }
    if (isShown) this.#write({ state, ...progress })
    else if (isRaised) this.#write(undefined)
  }

  #raise(fraction: number): boolean {
    const now = this.#clock.elapsed()
    if (!(bounded(fraction) >= this.#fraction + minStep) || now < this.#notedAt + minInterval) return false
    this.#fraction = bounded(fraction)
    this.#notedAt = now
    return true
  }

  #write(polled: Omit<PolledState, 'at'> | undefined): void {
    this.#runs.noteProgress(this.#held, this.#fraction, polled).catch(() => undefined)
  }
}

const bounded = (fraction: number): number => Math.min(1, Math.max(0, fraction))

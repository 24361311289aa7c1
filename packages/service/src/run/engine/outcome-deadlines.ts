import type { AskedTask } from '../../keep/store/task-queue.js'

/** How much of the deadline of an unknown outcome is left. */
export class OutcomeDeadlines {
  readonly #deadline: number
  /** When it was seen first that the age of a task is not known, in monotonic time. */
  readonly #seen = new Map<string, number>()

  constructor(deadline: number) {
    this.#deadline = deadline
  }

  /** In milliseconds; 0 or less once it is over. A task whose age is not known waits from `now` on, in monotonic time. */
  left({ id, sinceAsked, isAgeUnknown }: Pick<AskedTask, 'id' | 'sinceAsked' | 'isAgeUnknown'>, now: number): number {
    if (isAgeUnknown !== true) return this.#deadline - sinceAsked
    const seen = this.#seen.get(id) ?? now
    this.#seen.set(id, seen)
    const left = this.#deadline - (now - seen)
    if (left <= 0) this.#seen.delete(id)
    return left
  }
}

/** What an upstream says is not there counts as gone after so many answers in a row, over at least so many milliseconds. */
const [enoughTimes, enoughTime] = [5, 60_000]

/** Answers in a row that say that something is not there. One proves little: servers of an upstream may lag behind each other. */
export class Absence {
  #times = 0

  /** `since`: when the first of them came, as `clock.elapsed()` has it. `time`: how long after it the last is asked for at least, in milliseconds. */
  constructor(
    readonly since: number,
    readonly time = enoughTime,
  ) {}

  get times(): number {
    return this.#times
  }

  /**
   * Counts an answer to what was `asked` then. True once they are enough to count as gone. An answer is about when it was asked for at
   * the earliest: one that is slow to come makes the time no longer.
   */
  isProvedBy(asked: number): boolean {
    this.#times += 1
    return this.#times >= enoughTimes && asked - this.since >= this.time
  }
}

/** The same of several things, by ID. */
export class Absences {
  readonly #of = new Map<string, Absence>()

  /** Counts an answer about one that came now, to what was asked then. True once they are enough. */
  isProvedBy(id: string, asked: number, now: number): boolean {
    const absence = this.#of.get(id) ?? new Absence(now)
    this.#of.set(id, absence)
    return absence.isProvedBy(asked)
  }

  forget(id: string): void {
    this.#of.delete(id)
  }
}

/** What an upstream says is not there counts as gone after so many answers in a row, over at least so many milliseconds. */
const [enoughTimes, enoughTime] = [5, 60_000]

/** Answers in a row that say that something is not there. One proves little: servers of an upstream may lag behind each other. */
export class Absence {
  #times = 0

  /** `since`: when the first of them came, as `clock.elapsed()` has it. `time`: over how long they come at least, in milliseconds. */
  constructor(
    readonly since: number,
    readonly time = enoughTime,
  ) {}

  get times(): number {
    return this.#times
  }

  /** Counts an answer, by when it came or, where that may take long, by when it was asked for. True once they are enough to count as gone. */
  isProvedBy(now: number): boolean {
    this.#times += 1
    return this.#times >= enoughTimes && now - this.since >= this.time
  }
}

/** The same of several things, by ID. */
export class Absences {
  readonly #of = new Map<string, Absence>()

  /** Counts an answer about one. True once they are enough. */
  isProvedBy(id: string, now: number): boolean {
    const absence = this.#of.get(id) ?? new Absence(now)
    this.#of.set(id, absence)
    return absence.isProvedBy(now)
  }

  forget(id: string): void {
    this.#of.delete(id)
  }
}

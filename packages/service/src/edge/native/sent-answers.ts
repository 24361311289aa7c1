/** A client that waits for ten minutes, as some do unless told otherwise, may notice so late that an answer was lost. In milliseconds. */
const longestLoss = 15 * 60_000

/** So many answers are remembered at most; of more, the oldest are forgotten. */
const mostAnswers = 10_000

/** An answer that was sent. */
interface SentAnswer {
  request: string
  /** How many attempts its client said that it had made before; undefined: it does not count them. */
  count: number | undefined
  task: string
  at: number
}

/**
 * Answers that were sent and may still be lost on the way. A client that counts its repeats says so with one. Of others it is only known
 * that their requests are equal, which is taken for a repeat for as long as the operator wants it to be.
 */
export class SentAnswers {
  readonly #window: number
  readonly #now: () => number
  /** The oldest first. */
  #answers: SentAnswer[] = []

  /** `window`: for how long an equal request is a repeat, in milliseconds. */
  constructor(window: number, now: () => number) {
    this.#window = window
    this.#now = now
  }

  note(answer: Omit<SentAnswer, 'at'>): void {
    if (answer.count === undefined && this.#window === 0) return
    this.#answers.push({ ...answer, at: this.#now() })
    const since = this.#now() - Math.max(longestLoss, this.#window)
    const kept = this.#answers.findIndex(({ at }) => at > since)
    this.#answers.splice(0, Math.max(kept, this.#answers.length - mostAnswers, 0))
  }

  /** The task of the latest answer that this request repeats. It is taken out: another repeat is one of another answer. */
  take(request: string, count: number | undefined): string | undefined {
    const now = this.#now()
    const index = this.#answers.findLastIndex((answer) => {
      if (answer.request !== request) return false
      const age = now - answer.at
      const isNext = count !== undefined && answer.count === count - 1 && age < longestLoss
      return isNext || age < this.#window
    })
    return index === -1 ? undefined : this.#answers.splice(index, 1)[0]?.task
  }
}

import type { Clock } from '@model-tasks/client/policy'
import type { RateReading } from '@model-tasks/documents/upstreams/interpreter'
import type { LimitedRequests, RequestLimits, ToldLimit } from '../../../domain/provider/provider.js'

/** The longest time that is waited for a reset, in milliseconds: a task that an upstream has is asked about each minute at least. */
const longestWait: Readonly<Record<LimitedRequests, number>> = { submit: 3_600_000, poll: 60_000 }
/** How long is waited for the answer that tells of the time after a reset, in milliseconds. */
const untilTold = 100
/** How long what has taken the last room after a reset may take to be sent, in milliseconds. */
const longestUnsent = 60_000

/** What answers say of limits, for submits and for queries. */
export class ToldLimits implements RequestLimits {
  readonly #kinds: Readonly<Record<LimitedRequests, ToldWindow>>

  constructor(clock: Pick<Clock, 'now'>) {
    const open = (requests: LimitedRequests) => new ToldWindow(requests, clock)
    this.#kinds = { submit: open('submit'), poll: open('poll') }
  }

  room(requests: LimitedRequests): number {
    return this.#kinds[requests].room
  }

  take(requests: LimitedRequests): number {
    return this.#kinds[requests].take()
  }

  /** A request is sent. What is answered is called once it is over, with what its answer says. */
  sent(requests: LimitedRequests): (told: RateReading | undefined) => void {
    return this.#kinds[requests].sent()
  }

  get told(): readonly ToldLimit[] {
    return Object.values(this.#kinds).flatMap((window) => window.told ?? [])
  }
}

/**
 * The room that an upstream leaves until its next reset. Requests that are not answered yet may not be counted in what it
 * says, so they are taken off; after the reset there is as much room as it takes between two, and one request where it does
 * not say how many, until an answer tells.
 */
class ToldWindow {
  readonly #requests: LimitedRequests
  readonly #clock: Pick<Clock, 'now'>
  #told: (RateReading & { resetAt: number }) | undefined
  /** Whether the reset is over, and no answer has told since. */
  #afterReset = false
  #left = Infinity
  /** Requests that have taken their room and are not sent. */
  #unsent = 0
  #unanswered = 0
  #count = 0
  /** The latest request whose answer has told. */
  #toldBy = 0

  constructor(requests: LimitedRequests, clock: Pick<Clock, 'now'>) {
    this.#requests = requests
    this.#clock = clock
  }

  get room(): number {
    this.#passReset()
    return Math.max(0, this.#left)
  }

  get told(): ToldLimit | undefined {
    if (this.#told === undefined) return undefined
    const { limit, remaining } = this.#told
    const resetIn = Math.max(0, -this.#sinceReset)
    return { requests: this.#requests, limit, remaining, resetIn }
  }

  take(): number {
    if (this.room < 1) return Math.max(-this.#sinceReset, untilTold)
    if (this.#told !== undefined) this.#unsent += 1
    this.#left -= 1
    return 0
  }

  sent(): (told: RateReading | undefined) => void {
    const number = (this.#count += 1)
    this.#unsent = Math.max(0, this.#unsent - 1)
    this.#unanswered += 1
    return (told) => {
      this.#unanswered -= 1
      if (told === undefined) {
        if (this.#afterReset) this.#forget()
      } else if (number > this.#toldBy) {
        this.#toldBy = number
        this.#hear(told)
      }
    }
  }

  #hear(told: RateReading): void {
    this.#told = { ...told, resetAt: this.#clock.now() + Math.min(told.resetIn, longestWait[this.#requests]) }
    this.#afterReset = false
    this.#left = told.remaining - this.#unanswered - this.#unsent
  }

  /** Milliseconds; below 0 until the reset. */
  get #sinceReset(): number {
    return this.#clock.now() - (this.#told?.resetAt ?? Infinity)
  }

  #passReset(): void {
    const since = this.#sinceReset
    if (since < 0) return
    if (!this.#afterReset) {
      this.#afterReset = true
      this.#unsent = 0
      this.#left = (this.#told?.limit ?? 1) - this.#unanswered
    }
    // What took the room last may never be sent, as where its task was cancelled.
    if (this.#left < 1 && this.#unanswered === 0 && (this.#unsent === 0 || since > longestUnsent)) this.#forget()
  }

  /** It does not tell any more: nothing is delayed for what it said before. */
  #forget(): void {
    this.#told = undefined
    this.#afterReset = false
    this.#left = Infinity
    this.#unsent = 0
  }
}

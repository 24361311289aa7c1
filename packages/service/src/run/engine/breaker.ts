import type { Clock } from '../../base/clock.js'
import type { Pause, PauseReason, ProbeProblem } from '../../domain/provider/provider.js'
import { backoff } from './backoff.js'

/**
 * Why an upstream is paused: what it answered, or `failing` after several answers in a row that proved nothing; why one of
 * its models is: `unknown-model`; `operator` until an operator resumes it.
 */
export type BreakerReason = PauseReason | 'failing' | 'unknown-model' | 'operator'

/** What an operator is shown of a paused upstream. */
export interface BreakerState {
  reason: BreakerReason
  /** The upstream's answer. */
  error: string
  /** Since when nothing is submitted, in milliseconds since the Unix epoch, by the clock as it is set now. */
  since: number
  /** When it is asked again, in milliseconds since the Unix epoch, by the clock as it is set now. */
  until: number
}

/** A pause. Its times are ones of `clock.elapsed()`: it stays as long as it is when the machine's time is set. */
type ElapsedPause = BreakerState

/** What a breaker works with. */
export interface BreakerParts {
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  /** Called when the upstream is paused, and while it does not work once more for each reason that differs from the last. */
  onPause(state: BreakerState): void
  /** Called once when it works again. */
  onResume(): void
}

/** How long what waits for an operator is left alone before it is looked at again, in milliseconds. */
const heldAgain = 60_000
/** First and longest pause in milliseconds. A key, a balance or a setting has to be fixed by a person; most other causes pass. */
const pauses: Readonly<Record<BreakerReason, readonly [number, number]>> = {
  credentials: [30_000, 300_000],
  payment: [30_000, 300_000],
  forbidden: [30_000, 300_000],
  misconfigured: [30_000, 300_000],
  'unknown-model': [30_000, 300_000],
  unavailable: [1000, 60_000],
  unreachable: [1000, 60_000],
  'rate-limited': [1000, 60_000],
  failing: [1000, 60_000],
  operator: [heldAgain, heldAgain],
}
/** So many inconclusive answers in a row pause an upstream: each of them may cost a task. */
const unknownLimit = 3
/** The longest pause that an upstream can ask for, in milliseconds. */
const maxRetryAfter = 3_600_000

/**
 * Keeps tasks from an upstream that would not take them. While it is paused nothing is submitted; afterwards, once
 * something harmless was asked, one task at a time, until one has been accepted or rejected on its own account.
 */
export class Breaker {
  readonly #parts: BreakerParts
  #failures = 0
  #unknown = 0
  #pauses = 0
  #pause: ElapsedPause | undefined
  #probed = false
  #held: { words: string; since: number } | undefined

  constructor(parts: BreakerParts) {
    this.#parts = parts
  }

  /** How many more tasks may be submitted while so many are being submitted. */
  allowance(submitting: number): number {
    if (this.#held !== undefined) return 0
    if (this.#pause === undefined) return Infinity
    return this.#probed && !this.paused ? Math.max(0, 1 - submitting) : 0
  }

  /**
   * Which tasks may be tried first after the pause: new ones, or those that the upstream was asked for before. They take
   * turns, so that tasks on which an upstream fails again and again keep none of the others from it.
   */
  get newFirst(): boolean {
    return this.#pause !== undefined && this.#pauses % 2 === 1
  }

  /** Whether something harmless should be asked before the next task. */
  get wantsProbe(): boolean {
    return this.#pause !== undefined && !this.paused && !this.#probed
  }

  /**
   * Takes what was answered to something harmless: a task may be tried, unless that says why none would be taken. Where
   * only the key may not ask it, and the pause has another cause, one task tells, which costs nothing where it may not either.
   */
  probed(problem?: ProbeProblem): void {
    const reason = problem?.pause?.reason
    const forbids = reason === 'credentials' || reason === 'forbidden'
    const known = this.#pause?.reason === 'credentials' || this.#pause?.reason === 'forbidden'
    if (problem?.pause === undefined || (forbids && !known)) this.#probed = true
    else this.pause(problem.pause, problem.error)
  }

  /** Whether nothing may be submitted now. */
  get paused(): boolean {
    if (this.#held !== undefined) return true
    return this.#pause !== undefined && this.#parts.clock.elapsed() < this.#pause.until
  }

  /** Holds everything back until this is called without words, which say who does so and why. */
  hold(words: string | undefined): void {
    const { clock } = this.#parts
    this.#held = words === undefined ? undefined : { words, since: this.#held?.since ?? clock.elapsed() }
  }

  /** The pause, until a task has gone through after it. */
  get state(): BreakerState | undefined {
    if (this.#held !== undefined) {
      const { words: error, since } = this.#held
      return this.#shown({ reason: 'operator', error, since, until: this.#parts.clock.elapsed() + heldAgain })
    }
    return this.#pause === undefined ? undefined : this.#shown(this.#pause)
  }

  /** Pauses the upstream. Answers how long, in milliseconds. `grows`: whether the next pause is longer than the last. */
  pause(
    { reason, retryAfter = 0 }: { reason: BreakerReason; retryAfter?: number | undefined },
    error: string,
    grows = true,
  ): number {
    const { clock, random } = this.#parts
    const now = clock.elapsed()
    const asked = now + Math.min(retryAfter, maxRetryAfter)
    if (this.#pause !== undefined && this.paused) {
      // Asked before the pause began: one cause, one step of the backoff.
      this.#pause.until = Math.max(this.#pause.until, asked)
      return this.#pause.until - now
    }
    this.#pauses += 1
    if (grows) this.#failures += 1
    const [first, max] = pauses[reason]
    const until = Math.max(now + backoff(Math.max(1, this.#failures), first, max, random), asked)
    const before = this.#pause
    this.#pause = { reason, error, until, since: before?.since ?? now }
    this.#probed = false
    if (before?.reason !== reason) this.#parts.onPause(this.#shown(this.#pause))
    return until - now
  }

  /**
   * Notes an answer that proved nothing. `repeated`: of a task that the upstream was asked for before, which may itself be
   * the cause; it pauses nothing by itself and lengthens no pause.
   */
  unknown(pause: Pause | undefined, error: string, repeated: boolean): void {
    if (!repeated) this.#unknown += 1
    if (pause !== undefined) this.pause(pause, error)
    else if (this.#pause !== undefined || (!repeated && this.#unknown >= unknownLimit))
      this.pause({ reason: 'failing' }, error, !repeated)
  }

  /** Notes that the upstream judged a task: it works. */
  succeed(): void {
    this.#failures = 0
    this.#unknown = 0
    if (this.#pause === undefined) return
    this.#pause = undefined
    this.#parts.onResume()
  }

  #shown({ since, until, ...pause }: ElapsedPause): BreakerState {
    const { clock } = this.#parts
    const ahead = clock.now() - clock.elapsed()
    return { ...pause, since: since + ahead, until: until + ahead }
  }
}

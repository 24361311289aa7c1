import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import type { Difference } from '../provider/upstream-identity.js'
import { backoff } from './backoff.js'
import { OutageNote } from './outage-note.js'

/** After faults the interval grows up to this, in milliseconds. */
export const maxInterval = 60_000
/** Polls of a task that fail one after the other before it is said in the log: a few minutes. */
const noteworthyFaults = 5
/** How long an upstream may know none of several tasks before they count as gone, in milliseconds: its key may be that of another account by mistake. */
const unrecognizedTime = 3_600_000

/** A poll of a task that failed. */
interface PollFault {
  task: string
  /** Polls of this task that failed one after the other, this one included. */
  times: number
  error: string
  /** Given where the answer is about the upstream and not about the task: milliseconds that it asks to be left alone. */
  pause?: { retryAfter: number } | undefined
}

/**
 * What the polls of its tasks say of an upstream: whether it answers, whether it knows its tasks, when it may be asked
 * again. Each kind of trouble is one line in the log, however long it lasts.
 */
export class PollCondition {
  readonly #queue: string
  readonly #clock: Clock
  readonly #random: () => number
  readonly #log: Log
  readonly #outage: OutageNote
  readonly #trouble: OutageNote
  readonly #unrecognizedTasks: OutageNote
  /** When the upstream last said something of a task, in monotonic time. */
  #knewAt = -Infinity
  readonly #reported = new Set<Difference>()
  /** Tasks whose polls fail again and again. */
  readonly #failing = new Set<string>()
  #pausedUntil = -Infinity
  #pauses = 0

  constructor({ queue, clock, random, log }: { queue: string; clock: Clock; random: () => number; log: Log }) {
    this.#queue = queue
    this.#clock = clock
    this.#random = random
    this.#log = log
    this.#outage = new OutageNote(
      log,
      'an upstream does not answer queries; its tasks are kept, and it is asked again without another line',
    )
    this.#trouble = new OutageNote(
      log,
      'polls of tasks fail again and again at an upstream; the tasks are kept and polled on, without another line, until the deadline',
    )
    this.#unrecognizedTasks = new OutageNote(
      log,
      'an upstream knows none of its tasks; see whether its key is one of another account. They are polled for an hour before they fail',
    )
  }

  /** Until when the upstream is not polled, in monotonic time. */
  get pausedUntil(): number {
    return this.#pausedUntil
  }

  /** A poll failed; `interval` is the one between polls of a task, in milliseconds. */
  noteFault({ task, times, error, pause }: PollFault, interval: number): void {
    if (pause === undefined) {
      if (times < noteworthyFaults) return
      this.#failing.add(task)
      this.#trouble.note({ upstream: this.#queue, task, error })
      return
    }
    const now = this.#clock.elapsed()
    if (now >= this.#pausedUntil) {
      this.#pauses += 1
      this.#pausedUntil = now + backoff(this.#pauses, interval, maxInterval, this.#random)
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(pause.retryAfter, maxInterval))
    this.#outage.note({ upstream: this.#queue, error })
  }

  /** A poll of this task was answered. */
  noteAnswer(task: string): void {
    this.forget(task)
    this.#pauses = 0
    this.#pausedUntil = -Infinity
    if (this.#outage.over()) this.#log.info('an upstream answers queries again', { upstream: this.#queue })
  }

  /** The task is not followed any more. */
  forget(task: string): void {
    if (this.#failing.delete(task) && this.#failing.size === 0) this.#trouble.over()
  }

  /** The upstream has said something of a task. */
  noteKnown(): void {
    this.#knewAt = this.#clock.elapsed()
    this.#unrecognizedTasks.over()
  }

  /** Whether the upstream knows its tasks, so that one that it has not known since then is gone. False for an hour where it knows none at all. */
  knowsTasks(since: number, error: string): boolean {
    if (this.#knewAt > since || this.#clock.elapsed() - since >= unrecognizedTime) return true
    this.#unrecognizedTasks.note({ upstream: this.#queue, error })
    return false
  }

  /** Says once why tasks wait that were submitted under another identity. */
  reportDifference(task: string, difference: Difference): void {
    if (this.#reported.has(difference)) return
    this.#reported.add(difference)
    this.#log.error(
      `the ${difference} of an upstream has changed since tasks were submitted, and it does not know them as whom it is asked now; they wait. Put the ${difference} back until they have ended, or cancel them, which charges them`,
      { upstream: this.#queue, task },
    )
  }
}

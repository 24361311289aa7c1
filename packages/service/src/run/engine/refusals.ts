import type { Pause, PauseReason } from '../../domain/provider/provider.js'
import type { TaskRecord } from '../../domain/task/record.js'
import { backoff } from './backoff.js'

/** Answers to a submission that can be about a task, although most are about the key. One that asks to come later is not. */
const ambiguous: ReadonlySet<PauseReason> = new Set(['forbidden', 'payment'])
/** How long a task that is rejected by itself waits first, and at most, in milliseconds. */
const [firstWait, longestWait] = [30_000, 300_000]
/** An upstream will not take a task that it has rejected so often, and taken others each time in between. */
const enough = 5
/** How long an account counts as a cause after one of its tasks was shown to be one, in milliseconds. */
const suspicion = 3_600_000
/** Tasks that are remembered at a time. One that was forgotten counts as not rejected yet. */
const longestMemory = 10_000

/** What refusals work with. */
export interface RefusalsParts {
  /** From 0 to 1. */
  random: () => number
  /** Called when a task is the first of its account for an hour that is shown to be the cause. */
  onCause(task: Pick<TaskRecord, 'id' | 'account'>): void
}

interface Refused {
  /** What was rejected: another model that is to make the task counts anew. */
  model: string
  times: number
  /** Refusals before each of which but the first the upstream had taken others since the last of them. */
  proved: number
  at: number
}

/** What follows for a task from a refusal that is about the task. */
export interface OwnRefusal {
  /** How long it waits, in milliseconds. */
  delay: number
  /** How often it was rejected, this time included. */
  times: number
  /** Whether the upstream will not take it: it has rejected it often enough while it took others. */
  final: boolean
}

/**
 * Tells an upstream that rejects everything from one that rejects a task for what is in it, or for its price, in the same
 * words. The first refusal is held against the upstream. Once the upstream takes another task, the one that it rejects
 * again is the cause, and for an hour so are all that it rejects of the same account: they pause nothing.
 */
export class Refusals {
  readonly #parts: RefusalsParts
  readonly #tasks = new Map<string, Refused>()
  /** When a task of each account was last shown to be the cause. */
  readonly #causes = new Map<string, number>()
  /** Accounts of which a task was rejected since the upstream last took one, in that order. */
  readonly #since = new Set<string>()
  #takenAt = -Infinity

  constructor(parts: RefusalsParts) {
    this.#parts = parts
  }

  /** Accounts whose tasks are tried after those of all others, each after the one before it. */
  get last(): readonly string[] {
    return [...this.#since]
  }

  /** The upstream has taken a task. */
  taken(id: string, now: number): void {
    this.#tasks.delete(id)
    this.#since.clear()
    this.#takenAt = now
  }

  /**
   * Notes a refusal. Answers what follows where it is about the task; undefined: it is about the upstream. `works`: whether
   * the upstream was not paused.
   */
  refused(
    task: Pick<TaskRecord, 'id' | 'account' | 'model'>,
    pause: Pause | undefined,
    works: boolean,
    now: number,
  ): OwnRefusal | undefined {
    const { id, account, model } = task
    this.#since.delete(account)
    this.#since.add(account)
    if (pause === undefined || pause.retryAfter !== undefined || !ambiguous.has(pause.reason)) return undefined
    const last = this.#tasks.get(id)
    const before = last?.model === model ? last : undefined
    const isCause = works && before !== undefined && before.at < this.#takenAt
    const times = (before?.times ?? 0) + 1
    const proved = before === undefined ? 1 : before.proved + (isCause ? 1 : 0)
    this.#remember(id, { model, times, proved, at: now })
    const suspect = (this.#causes.get(account) ?? -Infinity) > now - suspicion
    if (isCause) this.#causes.set(account, now)
    if (isCause && !suspect) this.#parts.onCause(task)
    if (!works || !(isCause || suspect)) return undefined
    return {
      delay: backoff(times, firstWait, longestWait, this.#parts.random),
      times,
      final: pause.reason === 'forbidden' && proved >= enough,
    }
  }

  #remember(id: string, refused: Refused): void {
    this.#tasks.delete(id)
    this.#tasks.set(id, refused)
    const [oldest] = this.#tasks.keys()
    if (oldest !== undefined && this.#tasks.size > longestMemory) this.#tasks.delete(oldest)
  }
}

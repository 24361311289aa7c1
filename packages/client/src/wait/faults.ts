import type { Call, Context } from '../call/context.js'
import type { FaultEvent } from '../call/options.js'
import { tell } from '../call/tell.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { queryVerdict } from '../policy/classify.js'
import { maxRetryAfter } from '../policy/retry-after.js'
import { pollDelay } from './poll-delay.js'

/** How long an accepted task may be answered with 404, in milliseconds: a replica of the service may lag behind. */
const missingGracePeriod = 30_000

/** What a wait knows of its task, as far as its faults need it. */
interface Subject {
  readonly id: string
  readonly accepted: boolean
}

/** Whether a failed query says nothing about the task, so that asking again is right. */
export function isTransient(error: unknown): error is ModelTasksError {
  if (error instanceof ApiError) return queryVerdict(error.status) === 'transient'
  return (error instanceof ConnectionError && !error.blocked) || error instanceof ProtocolError
}

/** The queries of one wait that failed in a row: what they mean for it, and who is told. */
export class Faults {
  /** The latest of them; undefined after a valid answer. */
  latest: ModelTasksError | undefined
  /** Whether any valid answer came. */
  heard = false
  readonly #context: Context
  readonly #call: Call
  readonly #subject: Subject
  #count = 0
  #since: number
  #missingSince: number | undefined

  constructor(context: Context, call: Call, subject: Subject) {
    this.#context = context
    this.#call = call
    this.#subject = subject
    this.#since = context.clock.now()
  }

  /** A valid answer came. */
  clear(): void {
    this.heard = true
    this.latest = undefined
    this.#count = 0
    this.#missingSince = undefined
    this.#since = this.#context.clock.now()
  }

  /** A query failed: the milliseconds until the next one. Throws the error when it ends the wait. */
  meet(error: unknown): number {
    if (!this.#passes(error)) throw error
    const { clock, logger } = this.#context
    const { scope, pollInterval, onFault } = this.#call
    const asked = error instanceof ApiError ? error.retryAfter : undefined
    const nextQuery = pollDelay(clock, pollInterval, Math.min(asked ?? 0, maxRetryAfter))
    const fault: FaultEvent = {
      taskId: this.#subject.id,
      error,
      count: ++this.#count,
      elapsed: clock.now() - this.#since,
      nextQuery,
    }
    this.latest = error
    void tell(logger, scope, onFault, fault)
    this.#warn(fault, asked)
    return nextQuery
  }

  #passes(error: unknown): error is ModelTasksError {
    const missing = error instanceof ApiError && queryVerdict(error.status) === 'missing'
    if (!missing) {
      this.#missingSince = undefined
      return isTransient(error)
    }
    const now = this.#context.clock.now()
    this.#missingSince ??= now
    if (!this.#subject.accepted && !this.heard) return false
    if (now - this.#missingSince < missingGracePeriod) return true
    const { status, headers, body, json, requestId, hint } = error
    throw new ApiError(`${error.summary}, for ${Math.round((now - this.#missingSince) / 1000)} s`, {
      taskId: this.#subject.id,
      task: error.task,
      status,
      headers,
      body,
      json,
      requestId,
      hint,
      again: 'wait()',
    })
  }

  /** At the 4th, 8th, 16th … fault in a row, and whenever a Retry-After is capped. */
  #warn({ taskId, error, count, elapsed, nextQuery }: FaultEvent, asked = 0): void {
    const { logger } = this.#context
    if (asked > maxRetryAfter)
      logger.warn?.(
        `task ${taskId}: Retry-After asks to wait ${Math.round(asked / 1000)} s; the next query follows in ${Math.round(nextQuery / 1000)} s`,
      )
    if (count >= 4 && Number.isInteger(Math.log2(count)))
      logger.warn?.(
        `task ${taskId}: ${count} queries in a row have failed, for ${Math.round(elapsed / 1000)} s; still waiting: ${error.summary}`,
      )
  }
}

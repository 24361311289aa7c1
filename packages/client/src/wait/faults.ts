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
export interface Faults {
  /** The latest of them; undefined after a valid answer. */
  readonly latest: ModelTasksError | undefined
  /** Whether any valid answer came. */
  readonly heard: boolean
  /** A valid answer came. */
  clear(): void
  /** A query failed: the milliseconds until the next one. Throws the error when it ends the wait. */
  meet(error: unknown): number
}

/** The faults of a wait that begins now. */
export function createFaults({ clock, logger }: Context, call: Call, { id: taskId, accepted }: Subject): Faults {
  const { scope, pollInterval, onFault } = call
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`
  let latest: ModelTasksError | undefined
  let heard = false
  let count = 0
  let since = clock.now()
  let missingSince: number | undefined

  function passes(error: unknown): error is ModelTasksError {
    if (!(error instanceof ApiError && queryVerdict(error.status) === 'missing')) {
      missingSince = undefined
      return isTransient(error)
    }
    const now = clock.now()
    missingSince ??= now
    if (!accepted && !heard) return false
    if (now - missingSince < missingGracePeriod) return true
    const { summary, task, status, headers, body, json, requestId, hint } = error
    throw new ApiError(`${summary}, for ${seconds(now - missingSince)}`, {
      taskId,
      task,
      status,
      headers,
      body,
      json,
      requestId,
      hint,
      again: 'wait()',
    })
  }

  return {
    get latest() {
      return latest
    },
    get heard() {
      return heard
    },
    clear() {
      heard = true
      latest = undefined
      count = 0
      missingSince = undefined
      since = clock.now()
    },
    meet(error) {
      if (!passes(error)) throw error
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
      const nextQuery = pollDelay(clock, pollInterval, Math.min(asked, maxRetryAfter))
      const fault: FaultEvent = { taskId, error, count: ++count, elapsed: clock.now() - since, nextQuery }
      latest = error
      void tell(logger, scope, onFault, fault)
      if (asked > maxRetryAfter)
        logger.warn?.(
          `task ${taskId}: Retry-After asks to wait ${seconds(asked)}; the next query follows in ${seconds(nextQuery)}`,
        )
      if (count >= 4 && Number.isInteger(Math.log2(count)))
        logger.warn?.(
          `task ${taskId}: ${count} queries in a row have failed, for ${seconds(fault.elapsed)}; still waiting: ${error.summary}`,
        )
      return nextQuery
    },
  }
}

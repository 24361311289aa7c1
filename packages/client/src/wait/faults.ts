import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { warnNowAndThen } from '../call/warn-now-and-then.js'
import { ApiError } from '../errors/api-error.js'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import { maxRetryAfter } from '../policy/retry-after.js'
import type { Faults } from './snapshot.js'
import { pollDelay } from './poll-delay.js'

/** A query failed of a wait that goes on: the milliseconds until the next one. Tells the listener, if there is one. */
export function meetFault(
  { clock, logger }: Context,
  { scope, pollInterval, onFault }: Call,
  taskId: string,
  faults: Faults,
  error: ModelTasksError,
): number {
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  const count = ++faults.count
  // What failed said nothing of the task: a long interval is not waited for, but 10 s, then 20 s, until it is reached.
  const interval = Math.min(pollDelay(clock, pollInterval), 5_000 * 2 ** count)
  // Written so that NaN, should it ever come here, does not make the pause vanish.
  const wanted = Math.min(asked, maxRetryAfter)
  const nextQuery = wanted > interval ? wanted : interval
  const elapsed = clock.now() - faults.since
  void tell(logger, scope, onFault, { taskId, error, count, elapsed, nextQuery })
  if (asked > maxRetryAfter)
    logger.warn?.(
      `task ${taskId}: Retry-After asks to wait ${seconds(asked)}; the next query follows in ${seconds(nextQuery)}`,
    )
  warnNowAndThen(
    logger,
    count,
    () => `still waiting after ${count} failed queries in a row, for ${seconds(elapsed)}: ${error.summary}`,
  )
  return nextQuery
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`
}

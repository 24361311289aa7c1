import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { ApiError } from '../errors/api-error.js'
import { queryVerdict } from '../policy/query-verdict.js'
import { maxRetryAfter } from '../policy/retry-after.js'
import type { Faults, Snapshot } from './snapshot.js'
import { pollDelay } from './poll-delay.js'
import { isTransient } from './transient.js'

/** How long an accepted task may be answered with 404, in milliseconds: a replica of the service may lag behind. */
const missingGracePeriod = 30_000

/**
 * A query of a wait failed: the milliseconds until the next one. Tells whoever wants to know. Throws the error when it ends the
 * wait.
 */
export function meetFault(
  { clock, logger }: Context,
  { scope, pollInterval, onFault }: Call,
  { id: taskId, accepted }: Snapshot,
  faults: Faults,
  error: unknown,
): number {
  const now = clock.now()
  if (!(error instanceof ApiError && queryVerdict(error.status) === 'missing')) {
    faults.missingSince = undefined
    if (!isTransient(error)) throw error
  } else {
    faults.missingSince ??= now
    if (!(accepted || faults.heard) || now - faults.missingSince >= missingGracePeriod) throw error
  }
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  const interval = pollDelay(clock, pollInterval)
  // Written so that NaN, should it ever come here, does not make the pause vanish.
  const wanted = Math.min(asked, maxRetryAfter)
  const nextQuery = wanted > interval ? wanted : interval
  const elapsed = now - faults.since
  const count = ++faults.count
  void tell(logger, scope, onFault, { taskId, error: error, count, elapsed, nextQuery })
  if (asked > maxRetryAfter)
    logger.warn?.(
      `task ${taskId}: Retry-After asks to wait ${seconds(asked)}; the next query follows in ${seconds(nextQuery)}`,
    )
  if (count >= 4 && Number.isInteger(Math.log2(count)))
    logger.warn?.(
      `task ${taskId}: ${count} queries in a row have failed, for ${seconds(elapsed)}; still waiting: ${error.summary}`,
    )
  return nextQuery
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`
}

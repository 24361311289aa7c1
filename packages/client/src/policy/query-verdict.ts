import { isRetryableRejection, provedByStatus } from './classify.js'

/**
 * What an answer to a query says about the wait for a task: `transient` says nothing about the task, so that asking again
 * is right; a redirect does too unless it is permanent; `missing` may be a replica that lags behind; `final` ends the wait.
 */
export function queryVerdict(status: number): 'answered' | 'transient' | 'missing' | 'final' {
  const proved = provedByStatus(status)
  if (proved === 'answered') return proved
  if (status === 404) return 'missing'
  const isTemporary = [302, 307].includes(status)
  return isTemporary || proved === 'may exist' || isRetryableRejection(status) ? 'transient' : 'final'
}

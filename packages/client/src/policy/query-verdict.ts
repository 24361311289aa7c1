/**
 * What an answer to a query says about the wait for a task: `transient` says nothing about the task, so that asking again
 * is right; `missing` may be a replica that lags behind; `final` ends the wait.
 */
export function queryVerdict(status: number): 'answered' | 'transient' | 'missing' | 'final' {
  if (status >= 200 && status <= 299) return 'answered'
  if (status === 404) return 'missing'
  return status < 400 || status > 499 || [408, 425, 429, 499].includes(status) ? 'transient' : 'final'
}

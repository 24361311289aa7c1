/** Milliseconds before the next attempt when the other side does not say: 500, doubled with each attempt, never more than `limit`. */
export function backoff(attempt: number, limit = Infinity): number {
  return Math.min(500 * 2 ** attempt, limit)
}

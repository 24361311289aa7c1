import type { Clock } from './clock.js'

/**
 * Spaces the queries of every handle of one client so that they stay within a rate.
 * A caller whose time has come asks for its turn and is told how long, in milliseconds, it still has to wait.
 */
export function createTurnstile(clock: Clock, requestsPerSecond: number): () => number {
  let free = -Infinity
  return () => {
    const now = clock.now()
    const turn = Math.max(now, free)
    free = turn + 1000 / requestsPerSecond
    return turn - now
  }
}

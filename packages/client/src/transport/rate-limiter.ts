import type { Clock } from '../policy/clock.js'

/** Milliseconds by which queries may be ahead of their spacing, since a busy process wakes late and then many at once. */
const tolerance = 50

/**
 * Spaces the queries of every handle of one client so that they stay within a rate. A caller asks for its turn and is told how long, in milliseconds, to wait before it asks again, now with
 * `waited`; 0 means go.
 */
export function createRateLimiter({ now }: Pick<Clock, 'now'>, requestsPerSecond: number): (waited: boolean) => number {
  // As much wider as the tolerance allows to catch up, so that no second holds more than the rate.
  const gap = (1000 + tolerance) / requestsPerSecond
  let free = -Infinity
  let queued = -Infinity
  return (waited) => {
    const time = now()
    if (waited ? time + tolerance >= free : time >= queued) {
      free = Math.max(free, time) + gap
      queued = Math.max(queued, free)
      return 0
    }
    const turn = Math.max(queued, free)
    queued = turn + gap
    return turn - time
  }
}

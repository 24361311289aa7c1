import type { Clock } from '../policy/clock.js'
import type { Pace } from './admission.js'

/** Milliseconds by which requests may be ahead of their spacing, since a busy process wakes late and then many at once. */
const tolerance = 50

/** Spaces requests out, so that no second holds more than so many. */
export function createPace(clock: Clock, requestsPerSecond: number): Pace {
  // As much wider as the tolerance allows to catch up.
  const gap = (1000 + tolerance) / requestsPerSecond
  let free = -Infinity
  return () => {
    const now = clock.now()
    if (now + tolerance < free) return free - now
    free = Math.max(free, now) + gap
    return 0
  }
}

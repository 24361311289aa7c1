import type { Clock } from '../policy/clock.js'
import { createAdmission, type Admission } from './admission.js'

/** Milliseconds by which requests may be ahead of their spacing, since a busy process wakes late and then many at once. */
const tolerance = 50

/** An admission that also spaces requests out, so that no second holds more than so many. */
export function createPacedAdmission(clock: Clock, requestsPerSecond: number, maxConcurrency?: number): Admission {
  // As much wider as the tolerance allows to catch up.
  const gap = (1000 + tolerance) / requestsPerSecond
  let free = -Infinity
  let waiting = 0
  let timer: unknown
  const admit = createAdmission(maxConcurrency, (again) => {
    clock.clearTimeout(timer)
    const now = clock.now()
    if (now + tolerance < free) {
      timer = clock.setTimeout(again, free - now)
      return false
    }
    free = Math.max(free, now) + gap
    return true
  })
  return async (scope) => {
    waiting++
    try {
      return await admit(scope)
    } finally {
      // No caller waits for it any more.
      if (--waiting === 0) clock.clearTimeout(timer)
    }
  }
}

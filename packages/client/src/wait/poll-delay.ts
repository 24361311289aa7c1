import type { Clock } from '../policy/clock.js'

/** Whatever goes wrong elsewhere, no query follows another sooner than after so many milliseconds. */
const minimumDelay = 10

/** The time to the next query, in milliseconds: within `pollInterval`, and no sooner than Retry-After says. */
export function pollDelay(
  clock: Clock,
  pollInterval: number | readonly [number, number] = [5_000, 10_000],
  retryAfter = 0,
): number {
  const [minimum, maximum] = typeof pollInterval === 'number' ? [pollInterval, pollInterval] : pollInterval
  const delay = Math.max(retryAfter, minimum + (clock.random ?? Math.random)() * (maximum - minimum))
  return delay > minimumDelay ? delay : minimumDelay
}

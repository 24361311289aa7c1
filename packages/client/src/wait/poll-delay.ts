import type { Clock } from '../policy/clock.js'

/** The time to the next query, in milliseconds: within `pollInterval`. */
export function pollDelay(clock: Clock, pollInterval: number | readonly [number, number] = [5_000, 10_000]): number {
  const [minimum, maximum] = typeof pollInterval === 'number' ? [pollInterval, pollInterval] : pollInterval
  const delay = minimum + (clock.random?.() ?? Math.random()) * (maximum - minimum)
  // No query follows another sooner, even if a value from elsewhere is wrong, NaN included.
  return Math.max(10, delay || 0)
}

import type { Call, Context } from '../call/context.js'

/** Whatever goes wrong elsewhere, nothing asks again sooner than after so many milliseconds. */
const floor = 10

/** The time to the next query, in milliseconds: within `pollInterval`, and no sooner than Retry-After says. */
export function pollDelay({ clock }: Context, { pollInterval = [5_000, 10_000] }: Call, retryAfter = 0): number {
  const [minimum, maximum] = typeof pollInterval === 'number' ? [pollInterval, pollInterval] : pollInterval
  const delay = Math.max(retryAfter, minimum + (clock.random ?? Math.random)() * (maximum - minimum))
  return delay > floor ? delay : floor
}

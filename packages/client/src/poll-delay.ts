import type { Call, Context } from './context.js'

/** The time to the next query, in milliseconds: within `pollInterval`, and no sooner than Retry-After says. */
export function pollDelay({ clock }: Context, { pollInterval = [5_000, 10_000] }: Call, retryAfter = 0): number {
  const [minimum, maximum] = typeof pollInterval === 'number' ? [pollInterval, pollInterval] : pollInterval
  return Math.max(retryAfter, minimum + (clock.random ?? Math.random)() * (maximum - minimum))
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long it waits after each attempt in vain, in milliseconds; after as many it gives up. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 24 * hour] as const
const longest = 24 * hour
/** Up to a tenth more, so that what failed together does not come back together. */
const jitter = 0.1

/** No pause is longer, in milliseconds. */
export const longestPause = Math.ceil(longest * (1 + jitter))

/**
 * Milliseconds until the next attempt, after `failed` in vain; undefined: it is given up. A receiver that asks for more
 * time gets it, up to a day. `random` is from 0 up to, not including, 1.
 */
export function nextPause(failed: number, retryAfter: number | undefined, random: number): number | undefined {
  const pause = pauses[failed - 1]
  return pause === undefined
    ? undefined
    : Math.max(Math.round(pause * (1 + jitter * random)), Math.min(retryAfter ?? 0, longest))
}

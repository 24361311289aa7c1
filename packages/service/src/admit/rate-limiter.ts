import { formatCount } from '@model-tasks/validation/count'
import type { Clock } from '../base/clock.js'
import { setWithin } from '../base/set-within.js'
import { localAccountId } from './accounts/local-account.js'
import type { Caller } from './callers.js'
import { Problem } from './problem.js'

const standardRate = 20

/**
 * Limits each key to a number of requests per second, with bursts of up to one second's worth. Without a setting the
 * local account is not limited.
 */
export class RateLimiter {
  readonly #setting: number | 'off' | undefined
  readonly #clock: Clock
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(setting: number | 'off' | undefined, clock: Clock) {
    this.#setting = setting
    this.#clock = clock
  }

  /** Counts a request. Answers the problem of one that is too many, with the time of the next attempt. */
  count(caller: Caller): Problem | undefined {
    const rate = this.#rateOf(caller)
    if (rate === undefined) return undefined
    const now = this.#clock.now()
    const burst = Math.max(1, rate)
    const bucket = this.#buckets.get(caller.keyHash) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) * rate) / 1000)
    const granted = tokens >= 1
    setWithin(this.#buckets, caller.keyHash, { tokens: granted ? tokens - 1 : tokens, at: now })
    if (granted) return undefined
    const seconds = Math.max(1, Math.ceil((1 - tokens) / rate))
    return new Problem(
      'too-many-requests',
      `this key may make ${formatCount(rate, 'request')} per second; try again in ${seconds} s`,
      {
        headers: { 'retry-after': String(seconds) },
      },
    )
  }

  #rateOf({ account }: Caller): number | undefined {
    if (this.#setting === 'off') return undefined
    return this.#setting ?? (account.id === localAccountId ? undefined : standardRate)
  }
}

import type { Path } from './json.js'

/** How an upstream tells of its limits on requests. */
export interface RateLimits {
  headers?: {
    limit?: string
    remaining: string
    reset: string
    resetAs: 'duration' | 'epoch-seconds' | 'epoch-milliseconds'
  }
  /** Where the body of an error says how many seconds to wait. */
  retryAfter?: Path
}

/** What an answer says of how many requests of its kind are taken. */
export interface RateReading {
  /** How many are taken between two resets; absent where it does not say so. */
  limit?: number
  /** How many more are taken before the next reset. */
  remaining: number
  /** Milliseconds until the next reset. */
  resetIn: number
}

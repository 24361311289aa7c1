import { ApiError } from './api-error.js'

/** 429 on every attempt: too many requests. Nothing was accepted; `retryAfter` says, in milliseconds, how long the service asks to wait. */
export class RateLimitError extends ApiError {
  override get name(): string {
    return 'RateLimitError'
  }
}

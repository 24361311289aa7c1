/** The longest Retry-After that is obeyed, in milliseconds: five minutes. */
export const maxRetryAfter = 300_000

/** How long an answer asks to wait. */
export interface RetryAfter {
  /** Milliseconds that the answer asks for. */
  readonly asked: number
  /** Milliseconds to wait: `asked`, but never more than `maxRetryAfter`. */
  readonly delay: number
}

/** What the three forms of an HTTP date (RFC 9110, 5.6.7) share, and other dates that `Date.parse` reads do not. */
const httpDate = /^[A-Z][a-z]+,? [\w -]+ \d\d:\d\d:\d\d (GMT|\d{4})$/

/**
 * Reads Retry-After: seconds in digits, or an HTTP date, which is compared with the answer's own Date where there is one, so
 * that a wrong clock on either side does no harm. `now` is the time of day in milliseconds. Undefined when the header is
 * absent or anything else, such as `-5` or `1.5`.
 */
export function readRetryAfter(headers: Headers, now = Date.now()): RetryAfter | undefined {
  const value = headers.get('retry-after') ?? ''
  const asked = /^\d+$/.test(value)
    ? Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER)
    : Math.max(0, epochOf(value) - (epochOf(headers.get('date') ?? '') || now))
  return Number.isNaN(asked) ? undefined : { asked, delay: Math.min(asked, maxRetryAfter) }
}

function epochOf(date: string): number {
  return httpDate.test(date) ? Date.parse(date.endsWith('GMT') ? date : `${date} GMT`) : NaN
}

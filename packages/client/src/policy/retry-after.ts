/**
 * Milliseconds that Retry-After asks to wait, from seconds or from a date. A date is read against the answer's own
 * Date where there is one, so that a wrong clock on either side does no harm. Undefined when absent or unreadable.
 */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const milliseconds = Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now())
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

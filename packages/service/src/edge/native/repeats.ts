import type { ServerResponse } from 'node:http'
import type { ProtocolAnswer } from '../protocol/backend.js'

/** Packages that one common generator has made obey it, and would otherwise repeat each 408, 409, 429 and 5xx. */
export const shouldRetry = 'x-should-retry'

/** Problems of submits that were not begun with. */
const notBegun = new Set(['overloaded', 'draining'])

/** Seconds that those packages wait at most because of a Retry-After. With a longer one they repeat at once. */
const longestPause = 60

/** Whether a package may repeat what was answered like this: what came of it is known, and a repeat may be answered otherwise. */
export function mayRepeat(method: string, { status, headers = {}, problem }: ProtocolAnswer): boolean {
  if (status === 409) return false
  if (status === 429) return Number(headers['retry-after'] ?? 0) <= longestPause
  // After 504 the task goes on, and a repeat waits for it.
  return method === 'GET' || status < 500 || status === 504 || (problem !== undefined && notBegun.has(problem))
}

/** Resolves with whether a response left over its connection whole, and said what came of the request. */
export function deliveryOf(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    response.once('finish', () => {
      resolve(response.statusCode < 500)
    })
    response.once('close', () => {
      resolve(false)
    })
  })
}

/** How many attempts a client says that it has made before this request; undefined: it does not say. */
export function repeatCount(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const count = headers['x-stainless-retry-count']
  return count !== undefined && /^\d{1,3}$/.test(count) ? Number(count) : undefined
}

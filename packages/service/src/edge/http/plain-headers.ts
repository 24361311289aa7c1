import type { IncomingHttpHeaders } from 'node:http'

/** Headers with one value each; those that came more than once are joined. */
export function plainHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

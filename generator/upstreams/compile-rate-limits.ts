import { pointerSteps } from '../load/pointer.js'
import type { UpstreamFile } from '../spec-types/files/upstream.js'
import type { RateLimits } from './interpreter/rate-limits.js'

/** How an upstream tells of its limits, as far as an answer does; undefined where only a person can read of them. */
export function compileRateLimits(source: UpstreamFile['rateLimits']): RateLimits | undefined {
  if (source?.headers === undefined && source?.retryAfter === undefined) return undefined
  const { headers, retryAfter } = source
  return {
    ...(headers === undefined ? {} : { headers }),
    ...(retryAfter === undefined ? {} : { retryAfter: pointerSteps(retryAfter) }),
  }
}

/** What a page says of an upstream's limits. */
export function rateLimitsText(source: UpstreamFile['rateLimits']): string {
  const { text, headers, retryAfter } = source ?? {}
  const said = [
    text,
    headers &&
      `\`${headers.remaining}\` and \`${headers.reset}\` of each answer are kept to: submits and queries wait until more are taken`,
    retryAfter && `\`${retryAfter}\` of an error is obeyed like Retry-After`,
  ].filter((one) => one !== undefined)
  return said.length === 0 ? 'Retry-After is obeyed; no other header is known' : said.join('; ')
}

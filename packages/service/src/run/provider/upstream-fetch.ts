import { guardedFetch } from '../../base/net/guarded-fetch.js'
import { hostOf } from '../../base/net/host.js'
import type { Upstream } from '../../settings/settings.js'

/**
 * A `fetch` that reaches the public Internet, the host of an upstream and the private hosts that its settings name. Of any
 * other host its error says which setting would allow it.
 */
export function upstreamFetch({ name, baseUrl, resultHosts = [] }: Upstream): typeof fetch {
  return guardedFetch({
    allowed: new Set([hostOf(baseUrl), ...resultHosts]),
    hint: (host) => `to fetch results from there, add "${host}" to resultHosts of the upstream ${name}`,
  })
}

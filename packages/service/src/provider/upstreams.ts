import type { Log } from '../log.js'
import type { Upstream } from '../settings/settings.js'
import { ProviderSet } from './provider-set.js'
import { relayProvider, type RelayParts } from './relay.js'

/** The upstreams of the settings, each with a queue of its own that is named after it. */
export function upstreamProviders(upstreams: readonly Upstream[], log: Log, parts: RelayParts = {}): ProviderSet {
  const lanes = upstreams.map((upstream) => {
    const { name, models, concurrency, requestsPerSecond, pollDeadline } = upstream
    const provider = relayProvider(upstream, log, parts)
    return { queue: name, provider, models, concurrency, requestsPerSecond, pollDeadline }
  })
  return new ProviderSet('upstreams', lanes)
}

import type { Log } from '../log.js'
import type { Upstream } from '../settings/settings.js'
import { mappedUpstream, type Mappings } from './mapped/open.js'
import type { MappedParts } from './mapped/provider.js'
import { ProviderSet, usualPollDeadline } from './provider-set.js'
import { relayProvider, type RelayParts } from './relay.js'

/** What the providers of upstreams work with. */
export interface UpstreamParts extends RelayParts {
  mappings?: Mappings
  openFiles?: MappedParts['openFiles']
}

/** The upstreams of the settings, each with a queue of its own that is named after it. */
export function upstreamProviders(
  upstreams: readonly Upstream[],
  log: Log,
  { mappings = new Map(), openFiles, ...parts }: UpstreamParts = {},
): ProviderSet {
  const lanes = upstreams.map((upstream) => {
    const { name, models, concurrency, requestsPerSecond } = upstream
    const provider = mappedUpstream(upstream, mappings, { ...parts, openFiles }) ?? relayProvider(upstream, log, parts)
    const pollDeadline = upstream.pollDeadline ?? provider.polling?.deadline ?? usualPollDeadline
    return { queue: name, provider, models, concurrency, requestsPerSecond, pollDeadline }
  })
  return new ProviderSet('upstreams', lanes)
}

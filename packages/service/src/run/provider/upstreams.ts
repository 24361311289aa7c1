import type { Log } from '../../base/log.js'
import type { Upstream } from '../../settings/settings.js'
import { mappedUpstream, type Mappings } from './mapped/open.js'
import type { MappedParts } from './mapped/provider.js'
import { ProviderSet, usualPollDeadline, type Routing } from '../../domain/provider/provider-set.js'
import { relayProvider, type RelayParts } from './relay.js'
import { identityOf } from './upstream-identity.js'
import { unknownStatuses } from './unknown-statuses.js'
import { mayReach, type WebhookAddresses } from './webhooks/addresses.js'

/** What the providers of upstreams work with. */
export interface UpstreamParts extends RelayParts {
  mappings?: Mappings
  openFiles?: MappedParts['openFiles']
  /** Where upstreams tell of tasks; undefined: the service does not know its own address, and they are only polled. */
  webhooks?: WebhookAddresses | undefined
  /** How one of several upstreams that take a model is chosen. */
  routing?: Routing | undefined
}

/** The upstreams of the settings, each with a queue of its own that is named after it. */
export function upstreamProviders(
  upstreams: readonly Upstream[],
  log: Log,
  { mappings = new Map(), openFiles, webhooks, routing, ...parts }: UpstreamParts = {},
): ProviderSet {
  const lanes = upstreams.map((upstream) => {
    const { name, models, concurrency, requestsPerSecond, priority, weight, costs } = upstream
    const webhookUrl = webhookUrlOf(upstream, webhooks)
    const reportUnknownStatus = unknownStatuses(name, log)
    const provider =
      mappedUpstream(upstream, mappings, { ...parts, openFiles, webhookUrl, reportUnknownStatus }) ??
      relayProvider(upstream, log, parts)
    const pollDeadline = upstream.pollDeadline ?? provider.polling?.deadline ?? usualPollDeadline
    return {
      queue: name,
      provider,
      models,
      concurrency,
      requestsPerSecond,
      pollDeadline,
      identity: identityOf(upstream),
      priority,
      weight,
      costs,
    }
  })
  return new ProviderSet('upstreams', lanes, routing)
}

/** Where an upstream is to tell of a task; undefined where it cannot reach the service, or is not to. */
function webhookUrlOf(
  { name, baseUrl, webhooks: wanted = true }: Upstream,
  addresses: WebhookAddresses | undefined,
): ((taskId: string) => string) | undefined {
  return addresses !== undefined && wanted && mayReach(baseUrl, addresses.publicUrl)
    ? (taskId) => addresses.urlOf(name, taskId)
    : undefined
}

import { isDeepStrictEqual } from 'node:util'
import type { Log } from '../../base/log.js'
import { outOfReach } from '../../base/net/out-of-reach.js'
import { SettingsError } from '../../settings/settings-error.js'
import type { Upstream } from '../../settings/settings.js'
import type { UpstreamProvider } from '../../domain/provider/provider.js'
import { KeyFormError } from './credentials/credentials.js'
import { mappedUpstream, type Mappings } from './mapped/open.js'
import type { MappedParts } from './mapped/provider.js'
import { ProviderSet, usualPollDeadline, type ProviderLane, type Routing } from '../../domain/provider/provider-set.js'
import { relayProvider, type RelayParts } from './relay.js'
import { identityOf } from './upstream-identity.js'
import { unknownStatuses } from './unknown-statuses.js'
import { mayReach, type WebhookAddresses } from './webhooks/addresses.js'

/** What the providers of upstreams work with. */
export interface UpstreamParts extends RelayParts {
  mappings?: Mappings
  openFiles?: MappedParts['openFiles']
  valueLists?: MappedParts['valueLists']
  /** Where upstreams tell of tasks; undefined: the service does not know its own address, and they are only polled. */
  webhooks?: WebhookAddresses | undefined
  /** How one of several upstreams that take a model is chosen. */
  routing?: Routing | undefined
}

/** The upstreams of the settings, each with a queue of its own that is named after it. */
export function upstreamProviders(
  upstreams: readonly Upstream[],
  log: Log,
  { routing, ...parts }: UpstreamParts = {},
): ProviderSet {
  return new ProviderSet(
    'upstreams',
    upstreams.map((upstream) => upstreamLane(upstream, log, parts)),
    routing,
  )
}

/** The lane of an upstream, with a provider of its own. Throws `SettingsError` for a key that its protocol cannot use. */
export function upstreamLane(upstream: Upstream, log: Log, parts: Omit<UpstreamParts, 'routing'>): ProviderLane {
  const provider = openedProvider(upstream, log, parts)
  return {
    queue: upstream.name,
    provider,
    pollDeadline: upstream.pollDeadline ?? provider.polling?.deadline ?? usualPollDeadline,
    identity: identityOf(upstream),
    outOfReach: (url) => outOfReach(upstream.baseUrl, url),
    ...choiceOf(upstream),
  }
}

function openedProvider(
  upstream: Upstream,
  log: Log,
  { mappings = new Map(), openFiles, valueLists, webhooks, ...parts }: Omit<UpstreamParts, 'routing'>,
): UpstreamProvider {
  const webhookUrl = webhookUrlOf(upstream, webhooks)
  const reportUnknownStatus = unknownStatuses(upstream.name, log)
  try {
    return (
      mappedUpstream(upstream, mappings, { ...parts, openFiles, valueLists, webhookUrl, reportUnknownStatus }) ??
      relayProvider(upstream, log, parts)
    )
  } catch (error) {
    if (error instanceof KeyFormError) throw new SettingsError(`upstream ${upstream.name}: ${error.message}`)
    throw error
  }
}

/** The lane of an upstream after its settings may have changed: it keeps its provider where it is asked as before. */
export function changedLane(
  upstream: Upstream,
  before: KnownUpstream | undefined,
  open: (upstream: Upstream) => ProviderLane,
): ProviderLane {
  const choice = choiceOf(upstream)
  const free = { ...choice, unitCosts: upstream.unitCosts }
  return before !== undefined && isDeepStrictEqual({ ...before.upstream, ...free }, { ...upstream, ...free })
    ? { ...before.lane, ...choice }
    : open(upstream)
}

/** An upstream as it is asked now. */
export interface KnownUpstream {
  upstream: Upstream
  lane: ProviderLane
}

/** What of an upstream says when it is chosen and how much of it is asked: all that can change while it is asked as before. */
function choiceOf({
  models,
  concurrency,
  requestsPerSecond,
  priority,
  weight,
  costs,
}: Upstream): Pick<ProviderLane, 'models' | 'concurrency' | 'requestsPerSecond' | 'priority' | 'weight' | 'costs'> {
  return { models, concurrency, requestsPerSecond, priority, weight, costs }
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

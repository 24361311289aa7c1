import type { Log } from '../base/log.js'
import type { Clock } from '../base/clock.js'
import type { ValueListStore } from '../keep/store/value-list-store.js'
import type { Provider } from '../domain/provider/provider.js'
import { ProviderSet, soleProvider, type ProviderLane } from '../domain/provider/provider-set.js'
import type { UpstreamWebhooks } from '../edge/http/routes/upstream-webhooks.js'
import type { Scheduler } from '../run/engine/scheduler.js'
import { openProviders, reopenLanes } from '../run/provider/open.js'
import type { WebhookAddresses } from '../run/provider/webhooks/addresses.js'
import { tracedLane } from '../run/telemetry/traced-provider.js'
import type { Tracing } from '../run/telemetry/tracing.js'
import { measuredLane } from '../run/telemetry/measured-provider.js'
import type { UpstreamFigures } from '../run/telemetry/upstream-figures.js'
import type { LiveParts } from '../settings/live-settings.js'
import type { Settings } from '../settings/settings.js'

/** What providers are opened with. */
export interface ProviderParts {
  settings: Settings
  log: Log
  addresses: WebhookAddresses | undefined
  /** Where lists of values are kept that were read last; undefined: in memory alone. */
  valueLists: ValueListStore | undefined
  tracing: Tracing | undefined
  figures: UpstreamFigures
  clock: Pick<Clock, 'elapsed'>
}

/** The same lane; what goes on with its upstream is counted, and traced where that is wanted. */
function observedLane(lane: ProviderLane, { tracing, figures, clock }: ProviderParts): ProviderLane {
  return measuredLane(tracedLane(lane, tracing), figures, () => clock.elapsed())
}

/** The providers of the settings, or those that a program gives in their place. */
export async function openedProviders(
  given: Provider | ProviderSet | undefined,
  parts: ProviderParts,
): Promise<ProviderSet> {
  const { settings, log, addresses: webhooks, valueLists } = parts
  const providers =
    given === undefined
      ? await openProviders(settings, log, { webhooks, valueLists })
      : given instanceof ProviderSet
        ? given
        : soleProvider(given)
  providers.replace(providers.lanes.map((lane) => observedLane(lane, parts)))
  return providers
}

/** What has changed upstreams asked while the service runs; undefined where it has none. */
export function upstreamChanger(
  parts: ProviderParts,
  providers: ProviderSet,
  engine: Pick<Scheduler, 'reload'>,
): LiveParts['prepare'] {
  const { settings, log, addresses: webhooks, valueLists } = parts
  if (settings.upstreams.length === 0) return undefined
  let now = settings.upstreams
  return async (next) => {
    const known = new Map(
      now.flatMap((upstream) => {
        const lane = providers.lanes.find(({ queue }) => queue === upstream.name)
        return lane === undefined ? [] : [[upstream.name, { upstream, lane }] as const]
      }),
    )
    const opened = (lane: ProviderLane) => observedLane(lane, parts)
    const lanes = await reopenLanes(next, known, { settings, log, webhooks, valueLists, opened })
    return () => {
      now = next
      providers.replace(lanes)
      return engine.reload()
    }
  }
}

/** What takes the webhooks of upstreams: who judges them, and whom they wake. */
export function upstreamWebhooks(
  addresses: WebhookAddresses,
  providers: ProviderSet,
  engine: Pick<Scheduler, 'wakePoll'>,
): UpstreamWebhooks {
  return {
    addresses,
    async judge(queue, received) {
      const provider = providers.lanes.find((lane) => lane.queue === queue)?.provider
      return provider?.kind === 'upstream' ? provider.judgeWebhook?.(received) : undefined
    },
    wakePoll: (queue, task) => engine.wakePoll(queue, task),
  }
}

import { guardedFetch, type Resolve } from '../../base/net/guarded-fetch.js'
import { hostOf } from '../../base/net/host.js'
import { publicResolve } from '../../base/net/resolve-public.js'
import type { Callbacks, Webhook } from '../../settings/settings.js'
import type { WebhookDeliveries } from '../../keep/store/webhook-deliveries.js'
import { alertReceiver, callbackReceiver, tellsAlerts } from '../../domain/webhooks.js'
import { callbackSecret } from './callback-secret.js'
import type { Target } from './receiver.js'

/** Deliveries to one receiver at a time; callbacks go to many hosts, and slow ones of an account are not to hold up those of others. */
const concurrency = { webhook: 4, callback: 64, callbacksOfAccount: 8 }

/** A receiver of the configuration, whose host may be private since the operator has named it. */
export function webhookTarget({ name, url, secret, previousSecret }: Omit<Webhook, 'events' | 'accounts'>): Target {
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  return {
    name,
    addressOf: async () => ({ url, secrets }),
    fetch: guardedFetch({ allowed: new Set([hostOf(url)]), keepAlive: false }),
    concurrency: concurrency.webhook,
  }
}

/** The same for its alerts, which wait under a name of their own; undefined where it is told of none. */
export function alertTarget(webhook: Webhook): Target | undefined {
  return tellsAlerts(webhook) ? webhookTarget({ ...webhook, name: alertReceiver(webhook.name) }) : undefined
}

/** The URLs that requests have named, on public hosts only. */
export function callbackTarget(
  { secret }: Callbacks,
  deliveries: Pick<WebhookDeliveries, 'callbackOf'>,
  resolve: Resolve = publicResolve(),
): Target {
  return {
    name: callbackReceiver,
    async addressOf({ task, account }) {
      const url = await deliveries.callbackOf(task)
      return url === undefined ? undefined : { url, secrets: [callbackSecret(secret, account)] }
    },
    fetch: guardedFetch({ keepAlive: false, resolve }),
    concurrency: concurrency.callback,
    perAccount: concurrency.callbacksOfAccount,
  }
}

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

/** What the events of a receiver are signed with now. */
type Signing = () => Pick<Webhook, 'secret' | 'previousSecret'>

/** A receiver of the configuration, whose host may be private since the operator has named it. */
export function webhookTarget(
  { name, url, ...own }: Omit<Webhook, 'events' | 'accounts'>,
  signing: Signing = () => own,
): Target {
  return {
    name,
    async addressOf() {
      const { secret, previousSecret } = signing()
      return { url, secrets: previousSecret === undefined ? [secret] : [secret, previousSecret] }
    },
    fetch: guardedFetch({ allowed: new Set([hostOf(url)]), keepAlive: false }),
    concurrency: concurrency.webhook,
  }
}

/** The same for its alerts, which wait under a name of their own; undefined where it is told of none. */
export function alertTarget(webhook: Webhook, signing: Signing): Target | undefined {
  return tellsAlerts(webhook) ? webhookTarget({ ...webhook, name: alertReceiver(webhook.name) }, signing) : undefined
}

/** The URLs that requests have named, on public hosts only. `signing`: from what the secrets of the accounts are derived now. */
export function callbackTarget(
  signing: () => Pick<Callbacks, 'secret'>,
  deliveries: Pick<WebhookDeliveries, 'callbackOf'>,
  resolve: Resolve = publicResolve(),
): Target {
  return {
    name: callbackReceiver,
    async addressOf({ task, account }) {
      const url = await deliveries.callbackOf(task)
      return url === undefined ? undefined : { url, secrets: [callbackSecret(signing().secret, account)] }
    },
    fetch: guardedFetch({ keepAlive: false, resolve }),
    concurrency: concurrency.callback,
    perAccount: concurrency.callbacksOfAccount,
  }
}

import { loadMappings } from '../../run/provider/mapped/open.js'
import { mayReach } from '../../run/provider/webhooks/addresses.js'
import { reasonOf } from '../../base/reason.js'
import type { Settings } from '../../settings/settings.js'
import { ok, warning, type Finding } from './report.js'

/** Milliseconds that the service may take to answer at its own public address. */
const timeout = 5000

/** Whether upstreams that tell by webhooks when tasks change can reach the service. Without that its tasks are polled. */
export async function checkUpstreamWebhooks({ upstreams, publicUrl }: Settings): Promise<Finding[]> {
  const mappings = await loadMappings(upstreams)
  const telling = upstreams.filter(
    ({ protocol, webhooks }) =>
      webhooks !== false && protocol !== undefined && mappings.get(protocol)?.webhooks !== undefined,
  )
  if (telling.length === 0) return []
  if (publicUrl === undefined)
    return telling.map(({ name }) =>
      warning(
        `upstream ${name}`,
        'could tell by webhooks when tasks end, and MODEL_TASKS_PUBLIC_URL is not set: its tasks are only polled',
        'set it to where the upstream reaches the service, or set "webhooks": false for this upstream',
      ),
    )
  const apart = telling.filter(({ baseUrl }) => !mayReach(baseUrl, publicUrl))
  const reached = telling.filter(({ baseUrl }) => mayReach(baseUrl, publicUrl))
  return [
    ...apart.map(({ name }) =>
      warning(
        `upstream ${name}`,
        'cannot reach MODEL_TASKS_PUBLIC_URL, which is an address of this machine alone: its tasks are only polled',
        'set it to where the upstream reaches the service, or set "webhooks": false for this upstream',
      ),
    ),
    ...(reached.length === 0 ? [] : [await checkAddress(publicUrl)]),
  ]
}

/** Asks the service at its public address, which says nothing of the way there from elsewhere. */
async function checkAddress(publicUrl: string): Promise<Finding> {
  const about = 'webhooks of upstreams'
  const next = 'start the service, and correct MODEL_TASKS_PUBLIC_URL or the proxy; until then tasks are only polled'
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    if (answer.status !== 200)
      return warning(about, `MODEL_TASKS_PUBLIC_URL answers HTTP ${answer.status} for /healthz`, next)
    return (await answer.text()) === '{"status":"ok"}'
      ? ok(about, 'the service answers at MODEL_TASKS_PUBLIC_URL')
      : warning(about, 'something else than this service answers at MODEL_TASKS_PUBLIC_URL', next)
  } catch (thrown) {
    return warning(about, `MODEL_TASKS_PUBLIC_URL does not answer: ${reasonOf(thrown)}`, next)
  }
}

import { lookup } from 'node:dns/promises'
import type { Settings } from '../../settings/settings.js'
import { reasonOf } from '../../base/reason.js'
import { ok, warning, type Finding } from './report.js'

/** Whether the hosts of the receivers have an address. Nothing is sent to them. */
export async function checkWebhooks({ webhooks, publicUrl }: Settings): Promise<Finding[]> {
  const findings = await Promise.all(
    webhooks.map(async ({ name, url }): Promise<Finding> => {
      const { hostname } = new URL(url)
      try {
        await lookup(hostname.replace(/^\[|\]$/g, ''))
        return ok(`webhook ${name}`, 'its host has an address')
      } catch (thrown) {
        return warning(
          `webhook ${name}`,
          `its host has no address: ${reasonOf(thrown)}`,
          'correct webhooks[].url; events wait meanwhile',
        )
      }
    }),
  )
  if (webhooks.length === 0 || publicUrl !== undefined) return findings
  return [
    ...findings,
    warning(
      'webhooks',
      'MODEL_TASKS_PUBLIC_URL is not set: result URLs in events begin with the address that the service listens on',
      'set it to where receivers reach the service',
    ),
  ]
}

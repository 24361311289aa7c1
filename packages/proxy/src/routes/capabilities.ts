import { declaredBy } from '../ask.js'
import type { Parts } from '../parts.js'
import { problem } from '../problem.js'

/** What the proxy offers of what a service may declare. Lists, and what is found by a key, would show other users' tasks. */
const offered = new Set([
  'capabilities',
  'cancel',
  'idempotency',
  'problems',
  'results',
  'result-urls',
  'retry-after',
  'polling',
  'wait',
  'events',
  'credits',
  'quote',
  'progress',
])

/** GET /capabilities: what the service declares, as far as it is offered here. */
export async function capabilities({ service, ids }: Parts, user: string, uploads: boolean): Promise<Response> {
  const declared = await declaredBy(service)
  if (declared === undefined) return problem(404, 'the service declares nothing')
  const { extensions, idempotency, polling, wait, version } = declared
  return Response.json(
    {
      object: 'capabilities',
      version,
      extensions: extensions.filter((name) => offered.has(name) || (uploads && name === 'assets')),
      ...(idempotency && { idempotency: { ...idempotency, lookup: false } }),
      ...(polling && { polling }),
      ...(wait !== undefined && { wait }),
      account: `user_${(await ids.digest(['account', user])).slice(0, 24)}`,
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

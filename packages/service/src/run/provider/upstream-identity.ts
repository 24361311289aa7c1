import { createHmac } from 'node:crypto'
import { hostOf } from '../../base/net/host.js'
import type { Upstream } from '../../settings/settings.js'

/**
 * As whom an upstream is asked: the protocol, the host and a fingerprint of the key, which is not a secret. It is kept
 * with each task that is submitted: what an upstream says to another identity that it does not know proves nothing.
 */
export function identityOf({ protocol, baseUrl, apiKey }: Pick<Upstream, 'protocol' | 'baseUrl' | 'apiKey'>): string {
  const fingerprint = createHmac('sha256', 'model-tasks upstream key').update(apiKey).digest('hex').slice(0, 16)
  return [protocol ?? 'model-tasks', hostOf(baseUrl), fingerprint].join(' ')
}

/** In what today's identity differs from that of a task; undefined where it is the same, or that of the task is not known. */
export function differenceOf(task: string | undefined, today: string | undefined): Difference | undefined {
  if (task === undefined || today === undefined || task === today) return undefined
  const [before, now] = [task.split(' '), today.split(' ')]
  return (['protocol', 'host', 'key'] as const).find((_, index) => before[index] !== now[index])
}

/** What of an upstream has changed since a task was submitted; of several, the first in this order. */
export type Difference = 'protocol' | 'host' | 'key'

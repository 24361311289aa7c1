import { createHmac } from 'node:crypto'
import { hostOf } from '../../base/net/host.js'
import { parseReference, upstreamIdOf } from '../../domain/provider/reference.js'
import type { Upstream } from '../../settings/settings.js'

/**
 * As whom an upstream is asked: the protocol, the host and a fingerprint of the key, which is not a secret. It is kept
 * with each task that is submitted: that an upstream does not know it under another identity is inconclusive.
 */
export function identityOf({ protocol, baseUrl, apiKey }: Pick<Upstream, 'protocol' | 'baseUrl' | 'apiKey'>): string {
  const fingerprint = createHmac('sha256', 'model-tasks upstream key').update(apiKey).digest('hex').slice(0, 16)
  return [protocol ?? 'model-tasks', hostOf(baseUrl), fingerprint].join(' ')
}

/** In what today's identity differs from that of a task; undefined where it is the same, or that of the task is not known. */
export function differenceOf(task: string | undefined, today: string | undefined): Difference | undefined {
  if (task === undefined || today === undefined) return undefined
  const [before, now] = [task.split(' '), today.split(' ')]
  return (['protocol', 'host', 'key'] as const).find((_, index) => before[index] !== now[index])
}

/** An ID of fewer letters and digits may count up, so that another account or host has a task of its own under it. */
const distinctLength = 12

/**
 * Whether the task that an upstream has under a reference may be another one, after this of it has changed. What it answers
 * is then inconclusive, be it a success, a failure or a confirmed cancel: a number like 4711 is given out by every host anew.
 * What a stored reference has beside the upstream's ID, as the kind and the model, is the same for every account.
 */
export function mayNameAnother(reference: string, difference: Difference): boolean {
  return difference === 'protocol' || upstreamIdOf(reference).replace(/[^\p{L}\p{N}]/gu, '').length < distinctLength
}

/**
 * Whether nothing may be asked about a task after this of its upstream has changed: what is answered may be about another
 * task, or it is to be asked for at a URL that the host of before has stated, to which the key of the host of now must not go.
 */
export function isOutOfReach(reference: string, difference: Difference): boolean {
  if (mayNameAnother(reference, difference)) return true
  return difference === 'host' && parseReference(reference)?.queryUrl !== undefined
}

/** Why nothing is known of a task that was submitted to an upstream before this of it changed. */
export function unknownSince(difference: Difference, upstream: string): string {
  return `the ${difference} of the upstream ${upstream} has changed since the task was submitted, so that nothing proves that it was not made`
}

/** What of an upstream has changed since a task was submitted; of several, the first in this order. */
export type Difference = 'protocol' | 'host' | 'key'

import type { Capabilities } from '../service/resources.js'

/** How long a service that does not say so is taken to keep Idempotency-Keys, in seconds. */
const usual = 24 * 3600
/** The part of that time in which a key counts as kept: 23 of 24 hours. The rest is for clocks that differ and requests that are long under way. */
const safe = 23 / 24
/** How far ahead of this clock an entry may have been written, in milliseconds: by another machine. */
const maxAhead = 300_000

/**
 * Why a service may not know the Idempotency-Key of a submit that was made `at` (ISO 8601) any more, by what it declares;
 * undefined where it certainly does. A time that cannot be read, or lies ahead, is inconclusive.
 */
export function mayBeForgotten(at: string, now: number, declared: Capabilities | undefined): string | undefined {
  const made = Date.parse(at)
  const since = declared?.idempotency?.keptSince
  // Clocks differ. Where nothing was lost there is no such time.
  if (since !== undefined && !(made > Date.parse(since) + maxAhead))
    return `was made before the service was restored, as of ${since}: it may have lost the task and its Idempotency-Key`
  const age = now - made
  return age >= -maxAhead && age < keyLifetime(declared)
    ? undefined
    : 'is so old that the service may have forgotten its Idempotency-Key'
}

/** For how many milliseconds after a submit its Idempotency-Key certainly counts. */
export function keyLifetime(declared: Capabilities | undefined): number {
  const kept = declared?.idempotency?.keptSeconds
  return (typeof kept === 'number' && kept >= 0 ? kept : usual) * 1000 * safe
}

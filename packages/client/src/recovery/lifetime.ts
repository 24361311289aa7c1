import type { Capabilities } from '../service/resources.js'

/** How long a service that does not say so is taken to keep Idempotency-Keys, in seconds. */
const usual = 24 * 3600
/** The part of that time in which a key counts as kept: 23 of 24 hours. The rest is for clocks that differ and requests that are long under way. */
const safe = 23 / 24
/** How far ahead of this clock an entry may have been written, in milliseconds: by another machine. */
const maxAhead = 300_000

/**
 * Whether a service still knows the Idempotency-Key of a submit that was made `at` (ISO 8601), by what it declares. A
 * time that cannot be read, or lies ahead, proves nothing: no.
 */
export function mayReplay(at: string, now: number, declared: Capabilities | undefined): boolean {
  const age = now - Date.parse(at)
  return age >= -maxAhead && age < keyLifetime(declared)
}

/** For how many milliseconds after a submit its Idempotency-Key certainly counts. */
export function keyLifetime(declared: Capabilities | undefined): number {
  const kept = declared?.idempotency?.keptSeconds
  return (typeof kept === 'number' && kept >= 0 ? kept : usual) * 1000 * safe
}

import type { Context } from './context.js'

/** A new Idempotency-Key. Works where `crypto.randomUUID` does not, which is on pages without TLS. */
export function mintKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a submit may carry its key. In a browser a header the service did not list fails the preflight, and with it the submit. */
export function carriesKey({ idempotent }: Context): boolean {
  return idempotent || !('document' in globalThis || 'importScripts' in globalThis)
}

import type { Context } from '../call/context.js'

/** A new Idempotency-Key of 128 random bits. Works where `crypto.randomUUID` does not, which is on pages without TLS. */
export function mintKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Whether a submit may carry its key. In a browser a header the service did not list fails the preflight, and with it the submit. */
export function carriesKey({ idempotent }: Context): boolean {
  return idempotent || !('document' in globalThis || 'importScripts' in globalThis)
}

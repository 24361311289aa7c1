/** A new Idempotency-Key of 128 random bits. Works where `crypto.randomUUID` does not, which is on pages without TLS. */
export function createIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Whether a submit may carry its key. In a browser a header that the service does not list fails the preflight, and with it the submit. */
export function mayCarryKey(declared: boolean | undefined): boolean {
  return declared || !('document' in globalThis || 'importScripts' in globalThis)
}

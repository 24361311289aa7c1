/** What an idempotency key must be, in words. */
export const idempotencyKeyForm = 'must be 1 to 255 visible ASCII characters without spaces, such as a UUID'

/** Whether a string can be an idempotency key. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x21-\x7e]{1,255}$/.test(text)
}

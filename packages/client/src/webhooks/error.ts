/** A webhook that is not to be believed, and why. What it was checked with is not in it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

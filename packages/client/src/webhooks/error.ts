/** A webhook that is not to be believed, and why. What it was checked with is not in it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  /** Stable, for programs. */
  readonly code = 'webhook-verification'

  /** What a log needs. */
  toJSON(): Record<string, unknown> {
    const { name, code, message } = this
    return { name, code, message }
  }
}

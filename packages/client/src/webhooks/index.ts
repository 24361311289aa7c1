export { WebhookVerificationError } from './error.js'
export type { WebhookEvent } from './event.js'
export { verifyWebhook, type WebhookVerification } from './verify.js'

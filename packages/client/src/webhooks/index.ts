export { WebhookVerificationError } from './error.js'
export type { BalanceEvent, BudgetEvent, TaskEvent, WebhookEvent } from './event.js'
export { verifyWebhook, type WebhookVerification } from './verify.js'

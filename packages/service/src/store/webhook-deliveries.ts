/** What a receiver can be told: how a task ended. */
export const webhookTypes = ['task.completed', 'task.failed'] as const
export type WebhookType = (typeof webhookTypes)[number]

/** A receiver as the store knows it, which writes a delivery for it when a task ends. */
export interface Subscription {
  /** Names the receiver across restarts and services. */
  name: string
  events: readonly WebhookType[]
  /** Ids of the accounts whose tasks it is told of; undefined: all. */
  accounts: readonly string[] | undefined
}

/** One event on its way to one receiver. */
export interface WebhookDelivery {
  task: string
  account: string
  receiver: string
  type: WebhookType
  /** When the task ended, in milliseconds since the Unix epoch. */
  ended: number
  /** How often it was tried in vain. */
  attempts: number
}

/** A delivery that whoever claimed it holds until the time in it, which is also what its later changes are fenced by. */
export interface ClaimedDelivery extends WebhookDelivery {
  heldUntil: number
}

/**
 * What has to be delivered: one row a receiver, written by the task store in the same step that ends the task, and gone
 * once it was delivered or given up. Every method that changes something resolves only once the change is durable.
 *
 * Times are those of the caller's clock. Services that share a database need clocks that agree to within a few seconds:
 * where they do not, an event may come twice, never not at all.
 */
export interface WebhookDeliveries {
  /** Takes up to `limit` deliveries of a receiver that are due at `now`, the longest due first. Nobody else gets them before `until`. */
  claim(receiver: string, limit: number, now: number, until: number): Promise<ClaimedDelivery[]>
  /** Takes a delivery out for good: it arrived, or was given up. */
  remove(delivery: WebhookDelivery): Promise<void>
  /** Counts an attempt in vain, and makes the delivery due again at `due`. Changes nothing when another holds it by now. */
  noteFailed(delivery: ClaimedDelivery, due: number): Promise<void>
  /** Makes a delivery due again at once, as if it had not been tried. Changes nothing when another holds it by now. */
  giveBack(delivery: ClaimedDelivery): Promise<void>
  /** How many deliveries each receiver has before it, whether or not it is still configured. */
  pending(): Promise<ReadonlyMap<string, number>>
}

import { alertReceiver, callbackReceiver, isAlertId, isAlertReceiver, type EventType } from '../../domain/webhooks.js'

/** One event on its way to one receiver. */
export interface WebhookDelivery {
  /** The ID of the task, or of the alert. */
  task: string
  account: string
  receiver: string
  type: EventType
  /** When the task ended, or what the alert is about happened, in milliseconds since the Unix epoch. */
  ended: number
  /** How often it was tried in vain. */
  attempts: number
}

/** A delivery that its claimant holds until the time in it, which is also what its later changes are fenced by. */
export interface ClaimedDelivery extends WebhookDelivery {
  heldUntil: number
}

/** Whose deliveries are claimed next, where some accounts have more than their share under way. */
export interface Turn {
  except: readonly string[]
  /** An account. */
  after: string
}

/** A delivery as an operator sees it. */
export interface ShownDelivery extends WebhookDelivery {
  /** When it is tried next; undefined: it was given up. */
  due: number | undefined
  /** What the last attempt was answered: a status, or why there was no answer. */
  answer: string | undefined
}

/** Why the event of a task or an alert, of that ID, is not sent again to a receiver. */
export function untold(id: string, receiver: string): string {
  if (receiver === callbackReceiver)
    return `the task ${id} is unknown, has not ended or named no Callback-Url that is still kept`
  const isAlert = isAlertId(id)
  if (isAlertReceiver(receiver))
    return isAlert
      ? `the alert ${id} is unknown or is not kept any more`
      : `${receiver} is told of alerts, whose IDs begin with alert_; "webhook list" shows what each receiver has before it`
  return isAlert
    ? `${id} is an alert; name the receiver ${alertReceiver(receiver)}, under which ${receiver} is told of alerts where it asks for them`
    : `the task ${id} is unknown or has not ended; only the end of a task is told`
}

/**
 * What has to be delivered: one row per receiver, written by the task store in the same step that ends the task, and gone
 * once it was delivered. What was given up stays, for the operator to replay, until it is forgotten. Every method that changes something resolves only once the change is durable.
 *
 * Times are those of the caller's clock. Services that share a database need clocks that agree to within a few seconds:
 * where they do not, an event may come twice, never not at all.
 */
export interface WebhookDeliveries {
  /** Takes up to `limit` deliveries of a receiver that are due at `now`, the longest due first. No other process gets them before `until`. */
  claim(receiver: string, limit: number, now: number, until: number): Promise<ClaimedDelivery[]>
  /** The same account by account, from the one after `turn.after` on and then from the first, and none of those in `turn.except`. */
  claimInTurn(receiver: string, limit: number, now: number, until: number, turn: Turn): Promise<ClaimedDelivery[]>
  /** Takes a delivery out for good: it arrived, or is not wanted. */
  remove(delivery: WebhookDelivery): Promise<void>
  /** Counts an attempt in vain with what it was answered, and makes the delivery due again at `due`. Changes nothing when another holds it by now. */
  noteFailed(delivery: ClaimedDelivery, due: number, answer: string): Promise<void>
  /** Gives a delivery up after a last attempt in vain. Changes nothing when another holds it by now. */
  giveUp(delivery: ClaimedDelivery, at: number, answer: string): Promise<void>
  /** Makes a delivery due again at once, as if it had not been tried. Changes nothing when another holds it by now. */
  giveBack(delivery: ClaimedDelivery): Promise<void>
  /**
   * Makes deliveries due at `now` that would wait for longer than any does, in milliseconds: the clock has been set back since.
   * `untried`: those that were never tried in vain.
   */
  shortenWaits(now: number, longest: { untried: number; tried: number }): Promise<void>
  /** How many deliveries each receiver has before it, whether or not it is still configured. Those that were given up do not count. */
  pending(): Promise<ReadonlyMap<string, number>>
  /** Deliveries that are not done, those given up first, then the longest due. */
  list(limit: number): Promise<ShownDelivery[]>
  /** Makes the event of an ended task due at `now` for a receiver, as if it had never been sent. False when the task is unknown or has not ended, and for `callback` where it named no URL. */
  replay(task: string, receiver: string, now: number): Promise<boolean>
  /** Forgets up to `limit` deliveries that were given up before the time given, and URLs of callbacks of tasks that were made before it and have nothing to deliver any more. Answers how many. */
  forget(before: number, limit: number): Promise<number>
  /** Keeps the URL that is told when a task ends; before the task is accepted, since the end may come at once. */
  addCallback(task: string, url: string, created: number): Promise<void>
  /** Forgets the URL of a task that was not accepted. */
  removeCallback(task: string): Promise<void>
  /** The URL that is told when a task ends. */
  callbackOf(task: string): Promise<string | undefined>
}

/** What a receiver can be told: how a task ended. */
export const webhookTypes = ['task.completed', 'task.failed'] as const
export type WebhookType = (typeof webhookTypes)[number]

/** What a receiver can be told besides, where it asks for it by name. */
export const alertTypes = ['budget.reached', 'balance.low'] as const
export type AlertType = (typeof alertTypes)[number]

/** Every type of event that a receiver can be told. */
export const eventTypes = [...webhookTypes, ...alertTypes] as const
export type EventType = (typeof eventTypes)[number]

/**
 * Under what the alerts for a receiver wait: apart from the ends of tasks, so that they do not wait behind thousands of
 * these, and that a process of an earlier version, which knows no alerts, leaves them alone.
 */
export function alertReceiver(name: string): string {
  return `alerts:${name}`
}

/** Whether alerts wait under this name. */
export function isAlertReceiver(name: string): boolean {
  return name.startsWith('alerts:')
}

/** A receiver as the store knows it, which writes a delivery for it when a task ends. */
export interface Subscription {
  /** Names the receiver across restarts and services. */
  name: string
  events: readonly EventType[]
  /** Ids of the accounts whose tasks it is told of; undefined: all. */
  accounts: readonly string[] | undefined
}

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

/** A delivery that whoever claimed it holds until the time in it, which is also what its later changes are fenced by. */
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

/** The receiver of what is told to the URL that a request named, and not to one of the configuration. */
export const callbackReceiver = 'callback'

/** Who is told the end of tasks by these settings. */
export function receiversOf({
  webhooks = [],
  callbacks,
}: {
  readonly webhooks?:
    readonly { readonly name: string; readonly events?: readonly EventType[] | undefined }[] | undefined
  readonly callbacks?: object | undefined
}): string[] {
  return [
    ...webhooks.map(({ name }) => name),
    ...webhooks.filter(tellsAlerts).map(({ name }) => alertReceiver(name)),
    ...(callbacks === undefined ? [] : [callbackReceiver]),
  ]
}

/** Whether a receiver is told of any alerts. */
export function tellsAlerts({ events }: { readonly events?: readonly EventType[] | undefined }): boolean {
  return alertTypes.some((type) => events?.includes(type) === true)
}

/** Why the end of a task is not told again. */
export function untold(receiver: string): string {
  return receiver === callbackReceiver
    ? 'is unknown, has not ended or named no Callback-Url that is still kept'
    : 'is unknown or has not ended; only the end of a task is told'
}

/**
 * What has to be delivered: one row per receiver, written by the task store in the same step that ends the task, and gone
 * once it was delivered. What was given up stays, for the operator to replay, until it is forgotten. Every method that changes something resolves only once the change is durable.
 *
 * Times are those of the caller's clock. Services that share a database need clocks that agree to within a few seconds:
 * where they do not, an event may come twice, never not at all.
 */
export interface WebhookDeliveries {
  /** Takes up to `limit` deliveries of a receiver that are due at `now`, the longest due first. Nobody else gets them before `until`. */
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

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

/** Whether a text can be the ID of an alert. */
export function isAlertId(id: string): boolean {
  return /^alert_[\w-]{1,200}$/.test(id)
}

/** A receiver as the store knows it, which writes a delivery for it when a task ends. */
export interface Subscription {
  /** Names the receiver across restarts and services. */
  name: string
  events: readonly EventType[]
  /** Ids of the accounts whose tasks it is told of; undefined: all. */
  accounts: readonly string[] | undefined
}

/** The receiver of what is told to the URL that a request named, and not to one of the configuration. */
export const callbackReceiver = 'callback'

/** Who is told the end of tasks by these settings. */
export function receiversOf({
  webhooks = [],
  callbacks,
}: {
  readonly webhooks?:
    | readonly { readonly name: string; readonly events?: readonly EventType[] | undefined }[]
    | undefined
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

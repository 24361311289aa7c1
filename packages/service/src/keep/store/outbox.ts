import type { AlertReceiver } from './budget-store.js'
import { alertReceiver, alertTypes, type Subscription, type WebhookType } from '../../domain/webhooks.js'

/** By what a store writes deliveries in the step that ends a task: for these subscriptions, and for the URL that the request named. */
export class Outbox {
  readonly #subscriptions: readonly Subscription[]

  #listener: (tasks: readonly string[]) => void = () => undefined

  /** `now`: the time that is kept as the end of a task. */
  constructor(
    subscriptions: readonly Subscription[],
    readonly now: () => number,
  ) {
    this.#subscriptions = subscriptions
  }

  /** Who is told of such an end: pairs of a receiver and an account, or null for every account. */
  addressees(type: WebhookType): readonly { receiver: string; account: string | null }[] {
    return this.#subscriptions
      .filter(({ events }) => events.includes(type))
      .flatMap(({ name, accounts }) => (accounts ?? [null]).map((account) => ({ receiver: name, account })))
  }

  /** Who is told of which alerts. */
  alertReceivers(): AlertReceiver[] {
    return this.#subscriptions.flatMap(({ name, events, accounts }) =>
      alertTypes
        .filter((type) => events.includes(type))
        .flatMap((type) => (accounts ?? [null]).map((account) => ({ receiver: alertReceiver(name), type, account }))),
    )
  }

  /** Calls the listener with the tasks that have ended, once their ends and the deliveries about them are durable. */
  onEnded(listener: (tasks: readonly string[]) => void): void {
    this.#listener = listener
  }

  /** Tells the listener. */
  ended(tasks: readonly string[]): void {
    this.#listener(tasks)
  }
}

/** For a database that is opened to do something else than end tasks: whom to tell of an end, and when it was, is not known. */
export const noOutbox = new Outbox([], () => 0)

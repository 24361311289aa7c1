import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import { Poller } from '../../base/poller.js'
import type { BudgetStore } from '../../keep/store/budget-store.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { ClaimedDelivery, WebhookDeliveries, WebhookDelivery } from '../../keep/store/webhook-deliveries.js'
import { isAlertReceiver } from '../../domain/webhooks.js'
import type { TaskView } from '../../domain/task/record.js'
import type { Tracing } from '../telemetry/tracing.js'
import { alertBody } from './alerts.js'
import { eventBody, eventId } from './event.js'
import { post, type PostOutcome } from './post.js'
import { nextPause } from './schedule.js'
import { signaturesOf } from './signature.js'

/** How often it looks for what is due, in milliseconds: what others have written, and what is tried again. */
const pollInterval = 1000
/** How long a receiver may take to answer, in milliseconds. */
const deliveryTimeout = 10_000
/** How long a claim holds, in milliseconds: longer than a delivery takes. What a killed service had in hand is due again after this. */
export const lease = 15_000

/** Where an event goes, and what it is signed with. */
interface Address {
  url: string
  secrets: readonly Buffer[]
}

/** What is sent, and the `traceparent` that it belongs to. */
interface Event {
  body: string
  trace: string | undefined
}

/** Whom events are sent to. */
export interface Target {
  /** Names it in the store. */
  name: string
  /** Undefined: nowhere any more. */
  addressOf(delivery: WebhookDelivery): Promise<Address | undefined>
  /** Reaches it, and no host that it may not. */
  fetch: typeof fetch
  /** So many are delivered at a time. */
  concurrency: number
  /** So many of one account; undefined: as many. */
  perAccount?: number
}

/** What delivering takes. */
export interface DeliveryParts {
  tasks: Pick<TaskStore, 'find'>
  budgets: Pick<BudgetStore, 'findAlert'>
  deliveries: WebhookDeliveries
  clock: Clock
  /** The time of the store, by which deliveries are due: several services may share it, and their clocks may differ. */
  storeTime: () => Promise<number>
  log: Log
  /** A fresh URL of a result. */
  resultUrls: (task: TaskView) => readonly [string, ...string[]]
  /** Undefined when deliveries are not traced. */
  tracing?: Tracing | undefined
  /** From 0 up to, not including, 1. */
  random: () => number
}

/** Delivers to one receiver, a few at a time, the longest due first. Knows nothing of the others, so that a slow one delays none. */
export class Receiver {
  readonly #target: Target
  readonly #parts: DeliveryParts

  readonly #closing = new AbortController()
  /** The account of each delivery under way. */
  readonly #running = new Map<Promise<void>, string>()
  readonly #poller: Poller
  /** The account of the delivery that was begun last. */
  #latest = ''

  constructor(target: Target, parts: DeliveryParts) {
    this.#target = target
    this.#parts = parts
    this.#poller = new Poller(parts.clock, pollInterval, () => this.#claim())
  }

  start(): void {
    this.#poller.start()
  }

  /** Looks at once. */
  wake(): void {
    this.#poller.wake()
  }

  /** Takes no more. Resolves when what is under way has come to an end. */
  async stop(): Promise<void> {
    await this.#poller.stop()
    await Promise.all(this.#running.keys())
  }

  /** Breaks off what is under way; it is delivered again at the next start. */
  abort(): void {
    this.#closing.abort()
  }

  async #claim(): Promise<void> {
    const { deliveries, storeTime, log } = this.#parts
    const { name, concurrency, perAccount = concurrency } = this.#target
    try {
      for (let full = true; full && this.#running.size < concurrency && !this.#poller.stopped;) {
        const now = await storeTime()
        const limit = Math.min(concurrency - this.#running.size, perAccount)
        const except = this.#fullAccounts(perAccount)
        const claimed =
          except.length === 0
            ? await deliveries.claim(name, limit, now, now + lease)
            : await deliveries.claimInTurn(name, limit, now, now + lease, { except, after: this.#latest })
        for (const delivery of claimed) this.#begin(delivery)
        full = claimed.length === limit
      }
    } catch (error) {
      log.error('webhooks could not be looked for; it will be tried again', { webhook: this.#target.name, error })
    }
  }

  /** Accounts of which as many deliveries are under way as may be, or a claim's worth more. */
  #fullAccounts(perAccount: number): string[] {
    const counts = new Map<string, number>()
    for (const account of this.#running.values()) counts.set(account, (counts.get(account) ?? 0) + 1)
    return [...counts].flatMap(([account, count]) => (count >= perAccount ? [account] : []))
  }

  #begin(delivery: ClaimedDelivery): void {
    const { log } = this.#parts
    const run = this.#deliver(delivery)
      .catch((error: unknown) => {
        log.error('a webhook could not be delivered and will be tried again', {
          webhook: delivery.receiver,
          task: delivery.task,
          error,
        })
      })
      .then(() => {
        this.#running.delete(run)
        this.wake()
      })
    this.#running.set(run, delivery.account)
    this.#latest = delivery.account
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { deliveries } = this.#parts
    const event = await this.#eventOf(delivery)
    const address = await this.#target.addressOf(delivery)
    // A task may have been removed as too old since its event was replayed.
    if (event === undefined || address === undefined) return deliveries.remove(delivery)
    const outcome = await this.#traced(delivery, event, address)
    const { status = 0 } = outcome
    if (status >= 200 && status < 300) return deliveries.remove(delivery)
    if (this.#closing.signal.aborted) return deliveries.giveBack(delivery)
    return this.#afterFailure(delivery, outcome)
  }

  /** Undefined where there is no such task or alert any more. */
  async #eventOf(delivery: ClaimedDelivery): Promise<Event | undefined> {
    const { tasks, budgets, resultUrls } = this.#parts
    if (isAlertReceiver(delivery.receiver)) {
      const alert = await budgets.findAlert(delivery.task)
      return alert && { body: alertBody(alert), trace: undefined }
    }
    const task = await tasks.find(delivery.account, delivery.task)
    return task && { body: eventBody(delivery, task, resultUrls), trace: task.trace }
  }

  /** Sends an event; where that is traced, as a span of the task's trace, whose `traceparent` goes with it. */
  async #traced(delivery: ClaimedDelivery, { body, trace }: Event, address: Address): Promise<PostOutcome> {
    const { receiver } = delivery
    const span = this.#parts.tracing?.begin({
      name: `tell ${receiver}`,
      kind: 'client',
      parent: trace,
      attributes: { 'model_tasks.task': delivery.task, 'model_tasks.webhook': receiver },
    })
    const traced = span?.traceparent === undefined ? {} : { traceparent: span.traceparent }
    const outcome = await this.#send(delivery, body, address, traced)
    const { status } = outcome
    span?.end(status === undefined ? {} : { 'http.response.status_code': status }, (status ?? 500) >= 300)
    return outcome
  }

  async #afterFailure(delivery: ClaimedDelivery, outcome: PostOutcome): Promise<void> {
    const { deliveries, storeTime, log, random } = this.#parts
    const attempts = delivery.attempts + 1
    const answer = outcome.status ?? outcome.fault
    const details = { webhook: delivery.receiver, task: delivery.task, attempts, answer }
    const pause =
      outcome.status === 410
        ? undefined
        : nextPause(attempts, outcome.status === undefined ? undefined : outcome.retryAfter, random())
    if (pause !== undefined) {
      log.info('a webhook was not taken and will be sent again', { ...details, seconds: Math.round(pause / 1000) })
      return deliveries.noteFailed(delivery, (await storeTime()) + pause, String(answer))
    }
    if (outcome.status === 410) {
      await deliveries.remove(delivery)
      log.info('a webhook is not wanted any more', details)
    } else {
      await deliveries.giveUp(delivery, await storeTime(), String(answer))
      log.error('a webhook was never taken and is given up; the console and "webhook replay" send it again', details)
    }
  }

  async #send(
    delivery: ClaimedDelivery,
    body: string,
    { url, secrets }: Address,
    traced: Readonly<Record<string, string>>,
  ): Promise<PostOutcome> {
    const { clock } = this.#parts
    const id = eventId(delivery)
    const now = clock.now()
    const timestamp = Math.floor(now / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'model-tasks-service',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signaturesOf(secrets, id, timestamp, body),
      ...traced,
    }
    const answered = new AbortController()
    const late = new AbortController()
    // Also once it is answered, so that nothing more of the answer arrives.
    void clock.delay(deliveryTimeout, answered.signal).then(() => {
      late.abort()
    })
    try {
      const signal = AbortSignal.any([late.signal, this.#closing.signal])
      return await post(this.#target.fetch, url, { headers, body, signal, now })
    } finally {
      answered.abort()
    }
  }
}

import type { Webhook } from '../settings/settings.js'
import { Receiver, type DeliveryParts } from './receiver.js'

/** Tells receivers how tasks ended: each event at least once, until it is taken or given up. */
export class Webhooks {
  readonly #webhooks: readonly Webhook[]
  readonly #parts: DeliveryParts

  readonly #receivers: readonly Receiver[]

  constructor(webhooks: readonly Webhook[], parts: DeliveryParts) {
    this.#webhooks = webhooks
    this.#parts = parts
    this.#receivers = webhooks.map((webhook) => new Receiver(webhook, parts))
  }

  /** Delivers what is due, from now on. */
  async start(): Promise<void> {
    await this.#mentionOthers()
    for (const receiver of this.#receivers) receiver.start()
  }

  /** Looks at once for what is due. */
  wake(): void {
    for (const receiver of this.#receivers) receiver.wake()
  }

  /** Stops. What is under way gets up to `time` milliseconds; the rest is delivered after the next start, or by another service. */
  async close(time: number): Promise<void> {
    const stopped = Promise.all(this.#receivers.map((receiver) => receiver.stop()))
    if (this.#receivers.some(({ busy }) => busy)) {
      const enough = new AbortController()
      await Promise.race([stopped, this.#parts.clock.delay(time, enough.signal)])
      enough.abort()
    }
    for (const receiver of this.#receivers) receiver.abort()
    await stopped
  }

  /**
   * What waits for a receiver that is not configured stays: another service on this database, which is restarted later or
   * has another file, may still deliver it, and a slip in a file should cost no event. Nothing is added to it meanwhile.
   */
  async #mentionOthers(): Promise<void> {
    for (const [webhook, waiting] of await this.#parts.deliveries.pending()) {
      if (this.#webhooks.some(({ name }) => name === webhook)) continue
      this.#parts.log.error(
        'events wait for a webhook that is not configured; put it back under its name to have them delivered',
        { webhook, waiting },
      )
    }
  }
}

import { Poller } from '../poller.js'
import { callbackReceiver } from '../store/webhook-deliveries.js'
import { Receiver, type DeliveryParts, type Target } from './receiver.js'

/** How long what was given up can be replayed, and how often older ones are looked for, in milliseconds. */
const [keptGivenUp, cleanEvery] = [30 * 24 * 3_600_000, 3_600_000]
const cleanWindow = 500

/** Tells receivers how tasks ended: each event at least once, until it is taken or given up. */
export class Webhooks {
  readonly #targets: readonly Target[]
  readonly #parts: DeliveryParts

  readonly #receivers: readonly Receiver[]
  readonly #cleaner: Poller

  constructor(targets: readonly Target[], parts: DeliveryParts) {
    this.#targets = targets
    this.#parts = parts
    this.#receivers = targets.map((target) => new Receiver(target, parts))
    this.#cleaner = new Poller(parts.clock, cleanEvery, () => this.#forget())
  }

  /** Delivers what is due, from now on. */
  async start(): Promise<void> {
    await this.#mentionOthers()
    for (const receiver of this.#receivers) receiver.start()
    this.#cleaner.start()
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
    await Promise.all([stopped, this.#cleaner.stop()])
  }

  async #forget(): Promise<void> {
    const { deliveries, clock, log } = this.#parts
    try {
      while (
        (await deliveries.forget(clock.now() - keptGivenUp, cleanWindow)) >= cleanWindow &&
        !this.#cleaner.stopped
      );
    } catch (error) {
      log.warn('webhooks that were given up long ago could not be removed; it is tried again in an hour', { error })
    }
  }

  /**
   * What waits for a receiver that is not configured stays: another service on this database, which is restarted later or
   * has another file, may still deliver it, and a slip in a file should cost no event. Nothing is added to it meanwhile.
   */
  async #mentionOthers(): Promise<void> {
    for (const [webhook, waiting] of await this.#parts.deliveries.pending()) {
      if (this.#targets.some(({ name }) => name === webhook)) continue
      this.#parts.log.error(
        webhook === callbackReceiver
          ? 'events wait for the callback URLs of requests, and callbacks are not configured; put them back to have these delivered'
          : 'events wait for a webhook that is not configured; put it back under its name to have them delivered',
        { webhook, waiting },
      )
    }
  }
}

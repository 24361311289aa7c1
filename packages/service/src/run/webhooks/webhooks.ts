import { callbackReceiver } from '../../domain/webhooks.js'
import { lease, Receiver, type DeliveryParts, type Target } from './receiver.js'
import { longestPause } from './schedule.js'

/** How long deliveries under way may take once the service stops, unless the operator has set another time, in milliseconds. */
const graceTime = 5000

/** Tells receivers how tasks ended: each event at least once, until it is taken or given up. */
export class Webhooks {
  readonly #targets: readonly Target[]
  readonly #parts: DeliveryParts

  readonly #receivers: readonly Receiver[]

  constructor(targets: readonly Target[], parts: DeliveryParts) {
    this.#targets = targets
    this.#parts = parts
    this.#receivers = targets.map((target) => new Receiver(target, parts))
  }

  /** Delivers what is due, from now on. */
  async start(): Promise<void> {
    const { deliveries, storeTime } = this.#parts
    await deliveries.shortenWaits(await storeTime(), { untried: lease, tried: longestPause })
    await this.#mentionOthers()
    for (const receiver of this.#receivers) receiver.start()
  }

  /** Looks at once for what is due. */
  wake(): void {
    for (const receiver of this.#receivers) receiver.wake()
  }

  /** Stops. Deliveries under way get up to `time` milliseconds; the rest is delivered after the next start, or by another service. */
  async close(time = graceTime): Promise<void> {
    const stopped = Promise.all(this.#receivers.map((receiver) => receiver.stop()))
    const enough = new AbortController()
    await Promise.race([stopped, this.#parts.clock.delay(time, enough.signal)])
    enough.abort()
    for (const receiver of this.#receivers) receiver.abort()
    await stopped
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

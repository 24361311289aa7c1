import type { Log } from '../../base/log.js'
import type { Clock } from '../../base/clock.js'
import { Poller } from '../../base/poller.js'
import type { Lane } from './lane.js'
import type { OperatorStore, UpstreamHold } from '../../keep/store/operator-store.js'

/** How often a process asks which upstreams are held back, in milliseconds. */
const pollInterval = 2000

/** What this works with. */
export interface OperatorHoldsParts {
  operator: Pick<OperatorStore, 'holds'>
  clock: Clock
  log: Log
  /** What runs the tasks of each queue: it holds its upstream back, or no longer. */
  lanes: Iterable<readonly [queue: string, Pick<Lane, 'hold'>]>
}

/** Keeps every process of a database to what operators hold back, within two seconds, also after a restart. */
export class OperatorHolds {
  readonly #parts: OperatorHoldsParts
  readonly #poller: Poller
  #held = new Set<string>()

  constructor(parts: OperatorHoldsParts) {
    this.#parts = parts
    this.#poller = new Poller(parts.clock, pollInterval, () => this.#poll())
  }

  /** Reads them once, and then goes on. Where the store does not answer, what was held back before stays so. */
  async start(): Promise<void> {
    await this.#poll()
    this.#poller.start()
  }

  /** Reads them at once. */
  wake(): void {
    this.#poller.wake()
  }

  /** The same; resolves when they apply, also to queues that are new. */
  read(): Promise<void> {
    return this.#poll()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #poll(): Promise<void> {
    const holds = await this.#parts.operator.holds().catch(() => undefined)
    if (holds === undefined) return
    const { lanes, log } = this.#parts
    for (const [queue, lane] of lanes) {
      const hold = holds.find((one) => one.queue === queue)
      lane.hold(hold && holdText(hold))
      if ((hold !== undefined) === this.#held.has(queue)) continue
      log.info(hold === undefined ? 'an operator has resumed an upstream' : 'an operator holds an upstream back', {
        upstream: queue,
        ...(hold === undefined ? {} : { who: hold.who, reason: hold.reason }),
      })
    }
    this.#held = new Set(holds.map(({ queue }) => queue))
  }
}

/** Who holds an upstream back, since when and why. */
export function holdText({ who, since, reason }: UpstreamHold): string {
  return `${who} holds it back since ${new Date(since).toISOString()}${reason === '' ? '' : `: ${reason}`}`
}

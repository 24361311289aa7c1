import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import { periodEnd, isKeyId } from '../../domain/money/budget.js'
import { creditsOf } from '../../domain/money/credits.js'
import { Poller } from '../../base/poller.js'
import type { Alert, AlertReceiver, BudgetStore } from '../../keep/store/budget-store.js'

/** How often alerts are looked for, in milliseconds. */
const pollInterval = 1000
/** Alerts that are older are told to no receiver that is configured later, in milliseconds. */
const longestUntold = 24 * 60 * 60 * 1000

/** What telling alerts works with. */
export interface AlertsParts {
  budgets: Pick<BudgetStore, 'announce'>
  receivers: readonly AlertReceiver[]
  clock: Clock
  log: Log
  /** Deliveries have been written. */
  onAnnounced: () => void
}

/** Hands alerts over to the webhooks, once each, however many processes look for them. Without a receiver nothing is looked for. */
export class Alerts {
  readonly #parts: AlertsParts
  readonly #poller: Poller

  constructor(parts: AlertsParts) {
    this.#parts = parts
    this.#poller = new Poller(parts.clock, pollInterval, () => this.#announce())
  }

  start(): void {
    if (this.#parts.receivers.length > 0) this.#poller.start()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #announce(): Promise<void> {
    const { budgets, receivers, clock, log, onAnnounced } = this.#parts
    try {
      const now = clock.now()
      const alerts = await budgets.announce(receivers, now - longestUntold, now)
      for (const { type, subject, period, percent, credits, counted } of alerts)
        log.warn(type === 'balance.low' ? 'the balance of an account is low' : 'a budget is reached', {
          ...{ subject, period, percent, credits: creditsOf(credits) },
          [type === 'balance.low' ? 'left' : 'used']: creditsOf(counted),
        })
      if (alerts.length > 0) onAnnounced()
    } catch (error) {
      log.error('alerts could not be looked for; it will be tried again', { error })
    }
  }
}

/** The body of the event about an alert. */
export function alertBody({ type, at, ...alert }: Alert): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: dataOf({ type, ...alert }) })
}

function dataOf(alert: Omit<Alert, 'at'>) {
  const { type, id, account, subject, period, start, percent, credits, counted, hard } = alert
  if (type === 'balance.low')
    return { id, object: 'balance', account, threshold: creditsOf(credits), credits: creditsOf(counted) }
  return {
    ...{ id, object: 'budget', account },
    ...(isKeyId(subject) ? { key: subject } : {}),
    ...{ period, begins: new Date(start).toISOString(), ends: new Date(periodEnd(period, start)).toISOString() },
    ...{ percent, credits: creditsOf(credits), used: creditsOf(counted), hard },
  }
}

import type { Clock } from '../../base/clock.js'
import type { AccountStore } from '../../keep/store/account-store.js'

const day = 24 * 60 * 60 * 1000
/** How long after its end a day is final, in milliseconds: by then what ended on it has been written. */
const settled = 60 * 60 * 1000

/** What the tasks that ended on a day have cost, in micro-credits. */
export interface CreditDay {
  /** As `2026-01-31`, in UTC. */
  date: string
  credits: number
}

interface Parts {
  accounts: Pick<AccountStore, 'spentByDay'>
  clock: Pick<Clock, 'now'>
}

/** What tasks cost by day. A day that is over is added up once. */
export class CreditDays {
  readonly #parts: Parts
  readonly #final = new Map<number, number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The last `count` days, oldest first, today included. */
  async last(count: number): Promise<CreditDay[]> {
    const now = this.#parts.clock.now()
    const first = Math.floor(now / day) - count + 1
    const days = Array.from({ length: count }, (_, index) => first + index)
    const from = days.find((one) => !this.#final.has(one)) ?? first
    const sums = await this.#parts.accounts.spentByDay(from * day)
    for (const one of this.#final.keys()) if (one < first) this.#final.delete(one)
    for (const one of days)
      if (one >= from && (one + 1) * day + settled <= now) this.#final.set(one, sums.get(one) ?? 0)
    return days.map((one) => ({
      date: new Date(one * day).toISOString().slice(0, 10),
      credits: this.#final.get(one) ?? sums.get(one) ?? 0,
    }))
  }
}

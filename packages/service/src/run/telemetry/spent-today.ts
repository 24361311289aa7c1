import type { Clock } from '../../base/clock.js'
import type { TaskSearch } from '../../keep/store/task-search.js'
import { dayLength } from '../../keep/store/usage.js'

/** How old an answer may be, in milliseconds. */
const fresh = 15_000
/** How long after its end a task has been written, regardless of what ended it, in milliseconds. */
const settled = 60 * 60 * 1000

interface Parts {
  search: Pick<TaskSearch, 'usage'>
  clock: Pick<Clock, 'now'>
}

/**
 * Micro-credits that the tasks which ended today, in UTC, were charged, by account. What is older than an hour is added up
 * once.
 */
export class SpentToday {
  readonly #parts: Parts
  #day = 0
  #settled = new Map<string, number>()
  #settledTo = 0
  #latest: { at: number; sums: Promise<ReadonlyMap<string, number>> } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The accounts that have spent the most first. */
  byAccount(): Promise<ReadonlyMap<string, number>> {
    const now = this.#parts.clock.now()
    const latest = this.#latest
    if (latest !== undefined && Math.abs(now - latest.at) < fresh) return latest.sums
    const sums = this.#read(now)
    this.#latest = { at: now, sums }
    sums.catch(() => {
      this.#latest = undefined
    })
    return sums
  }

  async #read(now: number): Promise<ReadonlyMap<string, number>> {
    const day = Math.floor(now / dayLength)
    if (day !== this.#day) {
      this.#day = day
      this.#settled = new Map()
      this.#settledTo = day * dayLength
    }
    const to = Math.max(this.#settledTo, now - settled)
    if (to > this.#settledTo) {
      const sums = new Map(this.#settled)
      await this.#add(sums, this.#settledTo, to)
      this.#settled = sums
      this.#settledTo = to
    }
    const sums = new Map(this.#settled)
    await this.#add(sums, this.#settledTo, (day + 1) * dayLength)
    return new Map([...sums].sort(([, one], [, other]) => other - one))
  }

  async #add(sums: Map<string, number>, since: number, before: number): Promise<void> {
    for (const { account, credits } of await this.#parts.search.usage(since, before))
      sums.set(account, (sums.get(account) ?? 0) + credits)
  }
}

import type { Clock } from '../../base/clock.js'
import type { TaskSearch } from '../../keep/store/task-search.js'
import { dayLength } from '../../keep/store/usage.js'
import { addedUnits } from '../../domain/money/upstream-cost.js'
import type { UpstreamUsage } from '../../domain/task/record.js'

/** How old an answer may be, in milliseconds. */
const fresh = 15_000
/** How long after its end a task has been written, regardless of what ended it, in milliseconds. */
const settled = 60 * 60 * 1000

interface Parts {
  search: Pick<TaskSearch, 'usage'>
  clock: Pick<Clock, 'now'>
}

/** What tasks of one upstream came to. */
export interface UpstreamSpent {
  /** In micro-credits. */
  credits: number
  /** What it has counted itself, each unit once. */
  upstreamUsage: readonly UpstreamUsage[]
}

interface Sums {
  accounts: ReadonlyMap<string, number>
  upstreams: ReadonlyMap<string, UpstreamSpent>
}

const nothing: Sums = { accounts: new Map(), upstreams: new Map() }

/**
 * What the tasks which ended today, in UTC, were charged, by account and by upstream. What is older than an hour is added up
 * once.
 */
export class SpentToday {
  readonly #parts: Parts
  #day = 0
  #settled = nothing
  #settledTo = 0
  #latest: { at: number; sums: Promise<Sums> } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** In micro-credits; the accounts that have spent the most first. */
  async byAccount(): Promise<ReadonlyMap<string, number>> {
    const { accounts } = await this.#sums()
    return new Map([...accounts].sort(([, one], [, other]) => other - one))
  }

  async byUpstream(): Promise<ReadonlyMap<string, UpstreamSpent>> {
    return (await this.#sums()).upstreams
  }

  #sums(): Promise<Sums> {
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

  async #read(now: number): Promise<Sums> {
    const day = Math.floor(now / dayLength)
    if (day !== this.#day) {
      this.#day = day
      this.#settled = nothing
      this.#settledTo = day * dayLength
    }
    const to = Math.max(this.#settledTo, now - settled)
    if (to > this.#settledTo) {
      this.#settled = await this.#added(this.#settled, this.#settledTo, to)
      this.#settledTo = to
    }
    return this.#added(this.#settled, this.#settledTo, (day + 1) * dayLength)
  }

  async #added(sums: Sums, since: number, before: number): Promise<Sums> {
    const [accounts, upstreams] = [new Map(sums.accounts), new Map(sums.upstreams)]
    for (const { account, queue, credits, upstreamUsage } of await this.#parts.search.usage(since, before)) {
      accounts.set(account, (accounts.get(account) ?? 0) + credits)
      const sum = upstreams.get(queue) ?? { credits: 0, upstreamUsage: [] }
      upstreams.set(queue, {
        credits: sum.credits + credits,
        upstreamUsage: addedUnits([...sum.upstreamUsage, ...upstreamUsage]),
      })
    }
    return { accounts, upstreams }
  }
}

import type { Clock } from '../../base/clock.js'
import type { EndedCount, TaskSearch } from '../../keep/store/task-search.js'

const hour = 3_600_000
/** How long counts are shown before they are taken anew, in milliseconds: however many pages renew themselves meanwhile. */
const freshness = 5000
/** Tasks of which the median of the times is taken. */
const measuredTasks = 101

/** What ended lately. */
export interface EndedFigures {
  lastHour: readonly EndedCount[]
  lastDay: readonly EndedCount[]
}

/** What the latest completed tasks of a queue took. */
export interface MeasuredTime {
  /** Milliseconds from the submit to the end; undefined before the first task of the queue has completed. */
  median: number | undefined
  /** Of how many tasks. */
  measured: number
}

interface Parts {
  search: Pick<TaskSearch, 'endedBetween' | 'latestTimes'>
  clock: Pick<Clock, 'now' | 'elapsed'>
}

/** Counts of the tasks that ended in the last hour and day: of all of them, at most five seconds old. */
export class RecentEnds {
  readonly #parts: Parts
  #counted: { at: number; figures: Promise<EndedFigures> } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Rejects when the store cannot be used. */
  figures(): Promise<EndedFigures> {
    const now = this.#parts.clock.elapsed()
    if (this.#counted === undefined || now >= this.#counted.at + freshness) {
      const figures = this.#count()
      this.#counted = { at: now, figures }
      figures.catch(() => {
        this.#counted = undefined
      })
    }
    return this.#counted.figures
  }

  /** The times of the latest completed tasks by queue. */
  async times(queues: readonly string[]): Promise<ReadonlyMap<string, MeasuredTime>> {
    const times = new Map<string, MeasuredTime>()
    for (const queue of queues) {
      const sorted = (await this.#parts.search.latestTimes(queue, measuredTasks)).sort((one, other) => one - other)
      times.set(queue, { median: sorted[sorted.length >> 1], measured: sorted.length })
    }
    return times
  }

  async #count(): Promise<EndedFigures> {
    const { search, clock } = this.#parts
    // A service whose clock is ahead may have ended a task a moment later than it is here.
    const [now, end] = [clock.now(), clock.now() + hour]
    const lastHour = await search.endedBetween(now - hour, end)
    const before = await search.endedBetween(now - 24 * hour, now - hour)
    return { lastHour, lastDay: added([...lastHour, ...before]) }
  }
}

function added(counts: readonly EndedCount[]): EndedCount[] {
  const sums = new Map<string, EndedCount>()
  for (const one of counts) {
    const key = `${one.queue} ${one.status} ${one.errorClass ?? ''}`
    sums.set(key, { ...one, tasks: one.tasks + (sums.get(key)?.tasks ?? 0) })
  }
  return [...sums.values()]
}

/** How many ended so, in a queue or in all. */
export function countEnded(
  counts: readonly EndedCount[],
  wanted: Partial<Pick<EndedCount, 'queue' | 'status'>>,
): number {
  return counts
    .filter(({ queue, status }) => queue === (wanted.queue ?? queue) && status === (wanted.status ?? status))
    .reduce((sum, { tasks }) => sum + tasks, 0)
}

import type { Clock } from '../base/clock.js'
import type { Log } from '../base/log.js'
import type { QueuePlace } from '../domain/task/queue-place.js'
import type { TaskView } from '../domain/task/record.js'
import type { OwnLine, Waiting, WaitingLine, WaitingLines } from '../keep/store/waiting-lines.js'
import type { Engine } from './engine/engine.js'

/** How long what was read is answered from memory, in milliseconds: callers poll each of their tasks. */
const fresh = 1000
/** Lines of accounts, or of queues, that are kept in memory at a time. */
const mostLines = 500
const limits = { own: 2000, accounts: 500, ends: 50 }
/** How old an end may be that says how fast a queue moves, in milliseconds. */
const oldestEnd = 3_600_000

/** A queue as an account sees it. */
export interface SeenLine extends OwnLine, Pick<WaitingLine, 'ends'> {
  others: WaitingLine['accounts']
}

interface Seen {
  /** Undefined where too many accounts compete. */
  line: SeenLine | undefined
  /** Of the account's own tasks. */
  places: ReadonlyMap<string, number>
}

export interface PlaceParts {
  lines: WaitingLines
  clock: Clock
  log: Log
  engine: Pick<Engine, 'paused'>
}

/** What was read lately. */
class Reads<Value extends object> {
  readonly #clock: Clock
  readonly #kept = new Map<string, { until: number; value: Value }>()
  readonly #reading = new Map<string, Promise<Value>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What was read within the last second. */
  known(key: string): Value | undefined {
    const kept = this.#kept.get(key)
    return kept !== undefined && kept.until > this.#clock.elapsed() ? kept.value : undefined
  }

  /** The same, or what `read` resolves to now; a read that is under way is shared. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    return this.known(key) ?? this.#reading.get(key) ?? this.#read(key, read)
  }

  async #read(key: string, read: () => Promise<Value>): Promise<Value> {
    const until = this.#clock.elapsed() + fresh
    const reading = read()
    this.#reading.set(key, reading)
    try {
      const value = await reading
      if (this.#kept.size >= mostLines) this.#kept.clear()
      this.#kept.set(key, { until, value })
      return value
    } finally {
      this.#reading.delete(key)
    }
  }
}

/**
 * Places of waiting tasks, as callers are shown them. The line of a queue is read from the store once a second at most for all accounts,
 * and what waits of an account once a second for all its tasks there. A place follows from how free places are given out now, and moves
 * back when accounts with fewer running tasks submit.
 */
export class QueuePlaces {
  readonly #parts: PlaceParts
  readonly #lines: Reads<{ line: WaitingLine | undefined }>
  readonly #seen: Reads<Seen>

  constructor(parts: PlaceParts) {
    this.#parts = parts
    this.#lines = new Reads(parts.clock)
    this.#seen = new Reads(parts.clock)
  }

  /** The place, where it is known without the store; `unread` where `find` says more. */
  atHand(task: TaskView): QueuePlace | undefined | 'unread' {
    if (task.status !== 'queued') return undefined
    const seen = this.#seen.known(keyOf(task))
    return seen === undefined ? 'unread' : this.#placeIn(seen, task)
  }

  /** The place; undefined for a task that does not wait, or is too far back. Never rejects: a task is answered without its place too. */
  async find(task: TaskView): Promise<QueuePlace | undefined> {
    const known = this.atHand(task)
    if (known !== 'unread') return known
    try {
      return this.#placeIn(await this.#seen.get(keyOf(task), () => this.#read(task)), task)
    } catch (error) {
      this.#parts.log.debug('the place of a waiting task could not be read', { task: task.id, error })
      return undefined
    }
  }

  async #read({ queue, account }: TaskView): Promise<Seen> {
    const { lines } = this.#parts
    const { line } = await this.#lines.get(queue, async () => ({ line: await lines.line(queue, limits) }))
    if (line === undefined) return { line, places: new Map() }
    const own = await lines.own(queue, account, limits.own)
    return { line: seenBy(account, line, own), places: new Map(own.own.map(({ id }, index) => [id, index])) }
  }

  #placeIn({ line, places }: Seen, { id, queue, model }: TaskView): QueuePlace | undefined {
    const index = places.get(id)
    if (line === undefined || index === undefined) return undefined
    const position = positionIn(line, index)
    const pace = this.#parts.engine.paused(queue, model) ? undefined : paceOf(line)
    return { position, start: pace === undefined ? undefined : line.now + position * pace }
  }
}

/** A queue as an account sees it, which does not compete with itself. */
export function seenBy(account: string, { accounts, ends }: WaitingLine, own: OwnLine): SeenLine {
  return { ...own, others: accounts.filter((one) => one.account !== account), ends }
}

function keyOf({ queue, account }: TaskView): string {
  return `${account} ${queue}`
}

/**
 * The place of the account's task of this index, 1 for the next: behind its own earlier ones, and those of others that get a place
 * before it by the shares of `fairShare`.
 */
export function positionIn({ running, weight, own, others }: SeenLine, index: number): number {
  const share = (running + index + 1) / weight
  const task = own[index]
  const before = others.map((other) => {
    // So many of its tasks reach this share. Of two that are level the earlier one comes first: the account's first task stands for all.
    const reach = share * other.weight - other.running
    const isEarlier = task !== undefined && isBefore(other.first, task)
    return Math.min(other.waiting, Math.max(0, isEarlier ? Math.floor(reach) : Math.ceil(reach) - 1))
  })
  return index + 1 + before.reduce((sum, tasks) => sum + tasks, 0)
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.due < other.due || (one.due === other.due && one.id < other.id)
}

/**
 * Milliseconds between two starts in a queue: while tasks wait, one starts when one ends. What ended since the account's first task has
 * been waiting says most; before anything has, the time between the latest ends. Undefined while too little has ended.
 */
export function paceOf({ now, own, ends }: SeenLine): number | undefined {
  const since = own[0]?.created ?? now
  const meanwhile = ends.filter((end) => end >= since)
  if (meanwhile.length > 0 && meanwhile.length < limits.ends) return Math.max(0, now - since) / meanwhile.length
  const latest = ends.filter((end) => end > now - oldestEnd)
  const [last, first] = [latest[0], latest.at(-1)]
  return last === undefined || first === undefined || latest.length < 2
    ? undefined
    : (last - first) / (latest.length - 1)
}

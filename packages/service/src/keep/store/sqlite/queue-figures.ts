import { number, present, text, type Row } from '../columns.js'
import { otherAccounts } from '../queue-figures.js'
import type { QueueFigures } from '../task-queue.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { prepare } from './statements.js'

/** Rows that are read before everyone else has a turn. */
const slice = 100
/** Tasks that are not due and are counted before everyone else has a turn: rows of an index. */
const countSlice = 2000
/** How long rows are read and counted before everyone else has a turn, in milliseconds. */
const longestTurn = 10

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Figures of the queues in SQLite, from the kept counts. Tasks that are not due are counted, for no count says when their
 * time has come. No request is answered while a statement runs, so it all goes in slices: what changes between two of
 * them may be counted before or after the change.
 */
export class SqliteQueueFigures {
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase) {
    this.#statements = prepare(database, sql)
  }

  /** What `TaskQueue.figures` promises. `now`: the time by which tasks are due. */
  async figures(most: number, now: number): Promise<QueueFigures[]> {
    const oldest = new Map(this.#statements.oldestSent.all().map((row) => [key(row), number(row, 'created')]))
    const pairs: QueueFigures[] = []
    let begun = performance.now()
    for (let [account, queue] = ['', '']; ;) {
      const rows = this.#statements.pairs.all(account, queue, slice)
      for (const row of rows) {
        if (performance.now() > begun + longestTurn) {
          await turn()
          begun = performance.now()
        }
        const delayed = number(row, 'waiting') > 0 ? await this.#delayed(row, now) : 0
        const first = present(row, 'first_created') ? number(row, 'first_created') : undefined
        pairs.push({
          queue: text(row, 'queue'),
          account: text(row, 'account'),
          waiting: Math.max(0, number(row, 'waiting') - delayed),
          delayed: number(row, 'sent') + delayed,
          oldest: earlier(first, oldest.get(key(row))),
          running: number(row, 'running'),
          retries: number(row, 'faults'),
          dead: number(row, 'dead'),
        })
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < slice) return fullest(pairs, most)
      ;[account, queue] = [text(last, 'account'), text(last, 'queue')]
      await turn()
    }
  }

  async #delayed(row: Row, now: number): Promise<number> {
    const pair = [text(row, 'queue'), text(row, 'account')] as const
    let count = 0
    for (let [after, id] = [now, '\u{10FFFF}']; ;) {
      const [counted] = this.#statements.delayed.all(...pair, after, id, countSlice)
      const found = counted === undefined ? 0 : number(counted, 'tasks')
      count += found
      if (counted === undefined || found < countSlice) return count
      ;[after, id] = [number(counted, 'not_before'), text(counted, 'id')]
      await turn()
    }
  }
}

function key(row: Row): string {
  return `${text(row, 'queue')} ${text(row, 'account')}`
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

/** The fullest pairs, and the others of each queue added up. */
function fullest(pairs: readonly QueueFigures[], most: number): QueueFigures[] {
  const tasks = ({ waiting, delayed, running, dead }: QueueFigures): number => waiting + delayed + running + dead
  const order = [...pairs].sort(
    (one, other) => tasks(other) - tasks(one) || compare(one.queue, other.queue) || compare(one.account, other.account),
  )
  const shown = order.slice(0, most)
  const others = new Map<string, QueueFigures>()
  for (const pair of order.slice(most)) {
    const sum = others.get(pair.queue)
    others.set(pair.queue, {
      queue: pair.queue,
      account: otherAccounts,
      waiting: pair.waiting + (sum?.waiting ?? 0),
      delayed: pair.delayed + (sum?.delayed ?? 0),
      oldest: earlier(pair.oldest, sum?.oldest),
      running: pair.running + (sum?.running ?? 0),
      retries: pair.retries + (sum?.retries ?? 0),
      dead: pair.dead + (sum?.dead ?? 0),
    })
  }
  return [...shown, ...others.values()].sort((one, other) => compare(one.queue, other.queue))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const sql = {
  pairs: `SELECT queue, account, waiting, sent, running, dead, faults, CASE WHEN waiting > 0 AND stale = 1 THEN (
      SELECT created FROM task WHERE task.queue = queue_account.queue AND task.account = queue_account.account AND stage = 'waiting'
      ORDER BY not_before, id LIMIT 1
    ) WHEN waiting > 0 THEN first_created END AS first_created
    FROM queue_account WHERE (account, queue) > (?, ?) AND waiting + sent + running + dead > 0 ORDER BY account, queue LIMIT ?`,
  // With one aggregate, max, the other columns are of the row that has it: the last.
  delayed: `SELECT count(*) AS tasks, max(place) AS place, not_before, id FROM (
      SELECT row_number() OVER (ORDER BY not_before, id) AS place, not_before, id FROM task
      WHERE queue = ? AND account = ? AND stage = 'waiting' AND (not_before, id) > (?, ?) ORDER BY not_before, id LIMIT ?
    )`,
  oldestSent: `SELECT queue, account, min(created) AS created FROM task WHERE stage IN ('sent', 'accepted') AND stage = 'sent' GROUP BY queue, account`,
} as const

import { lineFromRows, ownFromRows } from '../waiting-line-row.js'
import type { OwnLine, WaitingLine, WaitingLines } from '../waiting-lines.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import { prepare } from './statements.js'

/** Who waits in SQLite, from the kept counts. */
export class SqliteWaitingLines implements WaitingLines {
  readonly #statements: Record<keyof typeof sql, SqliteStatement>
  readonly #now: () => number

  constructor(database: SqliteDatabase, { now }: { now: () => number }) {
    this.#statements = prepare(database, sql)
    this.#now = now
  }

  async line(queue: string, limits: { accounts: number; ends: number }): Promise<WaitingLine | undefined> {
    const accounts = this.#statements.accounts.all(queue, queue, queue, limits.accounts + 1)
    if (accounts.length > limits.accounts) return undefined
    return lineFromRows(accounts, this.#statements.ends.all(queue, limits.ends, queue, limits.ends, limits.ends))
  }

  async own(queue: string, account: string, limit: number): Promise<OwnLine> {
    const now = this.#now()
    const own = this.#statements.own.all(queue, account, now, limit)
    return ownFromRows(now, this.#statements.standing.get(queue, account), own)
  }
}

const ended = (status: string): string => `SELECT * FROM (
    SELECT ended FROM task INDEXED BY task_outcome WHERE status IN ('completed', 'failed') AND queue = ? AND status = '${status}' ORDER BY ended DESC LIMIT ?
  )`

const sql = {
  // What has changed since the last claim is stale, and competes if anything of it waits.
  accounts: `SELECT kept.account, kept.waiting, kept.running + kept.sent AS standing, weight, task.id, task.not_before
    FROM (
      SELECT account FROM queue_account WHERE queue = ? AND ready = 1 UNION
      SELECT account FROM queue_account WHERE queue = ? AND stale = 1
    ) AS one CROSS JOIN queue_account AS kept ON kept.account = one.account AND kept.queue = ?
    CROSS JOIN account ON account.id = kept.account
    LEFT JOIN task ON task.id = (
      SELECT id FROM task WHERE task.queue = kept.queue AND task.account = kept.account AND stage = 'waiting' ORDER BY not_before, id LIMIT 1
    )
    LIMIT ?`,
  standing: `SELECT weight, coalesce(kept.running + kept.sent, 0) AS standing
    FROM account LEFT JOIN queue_account AS kept ON kept.account = account.id AND kept.queue = ? WHERE account.id = ?`,
  own: `SELECT id, not_before, created FROM task WHERE queue = ? AND account = ? AND stage = 'waiting' AND not_before <= ?
    ORDER BY not_before, id LIMIT ?`,
  ends: `${ended('completed')} UNION ALL ${ended('failed')} ORDER BY ended DESC LIMIT ?`,
} as const

import type { Pool } from 'pg'
import { number } from '../columns.js'
import { lineFromRows } from '../waiting-line-row.js'
import type { LineLimits, WaitingLine, WaitingLines } from '../waiting-lines.js'
import { now, run, statements } from './database.js'

/** Who waits in PostgreSQL, from the kept counts and what was noted since they were. */
export class PostgresWaitingLines implements WaitingLines {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async line(queue: string, account: string, limits: LineLimits): Promise<WaitingLine | undefined> {
    const accounts = await run(this.#pool, sql.accounts, [queue, account, limits.accounts + 1])
    if (accounts.length > limits.accounts) return undefined
    const own = await run(this.#pool, sql.own, [queue, account, limits.own])
    const ends = await run(this.#pool, sql.ends, [queue, limits.ends])
    return lineFromRows(account, number(accounts[0] ?? { now: 0 }, 'now'), { accounts, own, ends })
  }
}

const ended = (status: string): string => `(
    SELECT ended FROM task WHERE status IN ('completed', 'failed') AND status = '${status}' AND queue = $1 AND ended IS NOT NULL
    ORDER BY ended DESC LIMIT $2
  )`

const sql = statements('waiting-line', {
  accounts: `
    WITH noted AS (
      SELECT account, sum(waiting) AS waiting, sum(running + sent) AS standing FROM task_change WHERE queue = $1 GROUP BY account
    ), one AS (
      (SELECT account FROM queue_account WHERE queue = $1 AND ready ORDER BY share, first_due, first_id LIMIT $3)
      UNION SELECT account FROM noted UNION SELECT $2
    )
    SELECT one.account, coalesce(kept.waiting, 0) + coalesce(noted.waiting, 0) AS waiting,
      coalesce(kept.standing, 0) + coalesce(noted.standing, 0) AS standing, weight, first.id, first.not_before, ${now} AS now
    FROM one JOIN account ON account.id = one.account LEFT JOIN noted ON noted.account = one.account
    LEFT JOIN LATERAL (
      SELECT waiting, running + sent AS standing FROM queue_account WHERE queue_account.queue = $1 AND queue_account.account = one.account
    ) AS kept ON true
    LEFT JOIN LATERAL (
      SELECT id, not_before FROM task WHERE task.queue = $1 AND task.account = one.account AND stage = 'waiting' ORDER BY not_before, id LIMIT 1
    ) AS first ON true
    LIMIT $3`,
  own: `
    SELECT id, not_before, created FROM task
    WHERE queue = $1 AND account = $2 AND stage = 'waiting' AND not_before <= ${now} ORDER BY not_before, id LIMIT $3`,
  ends: `${ended('completed')} UNION ALL ${ended('failed')} ORDER BY ended DESC LIMIT $2`,
})

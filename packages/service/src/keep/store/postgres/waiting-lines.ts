import type { Pool } from 'pg'
import { number } from '../columns.js'
import { lineFromRows, ownFromRows } from '../waiting-line-row.js'
import type { OwnLine, WaitingLine, WaitingLines } from '../waiting-lines.js'
import { now, run, statements } from './database.js'

/** Who waits in PostgreSQL, from the kept counts and what was noted since they were. */
export class PostgresWaitingLines implements WaitingLines {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async line(queue: string, limits: { accounts: number; ends: number }): Promise<WaitingLine | undefined> {
    const accounts = await run(this.#pool, sql.accounts, [queue, limits.accounts + 1])
    if (accounts.length > limits.accounts) return undefined
    return lineFromRows(accounts, await run(this.#pool, sql.ends, [queue, limits.ends]))
  }

  async own(queue: string, account: string, limit: number): Promise<OwnLine> {
    const [standing] = await run(this.#pool, sql.standing, [queue, account])
    const own = await run(this.#pool, sql.own, [queue, account, limit])
    return ownFromRows(number(standing ?? { now: 0 }, 'now'), standing, own)
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
      (SELECT account FROM queue_account WHERE queue = $1 AND ready ORDER BY share, first_due, first_id LIMIT $2)
      UNION SELECT account FROM noted
    )
    SELECT one.account, coalesce(kept.waiting, 0) + coalesce(noted.waiting, 0) AS waiting,
      coalesce(kept.standing, 0) + coalesce(noted.standing, 0) AS standing, weight, first.id, first.not_before
    FROM one JOIN account ON account.id = one.account LEFT JOIN noted ON noted.account = one.account
    LEFT JOIN LATERAL (
      SELECT waiting, running + sent AS standing FROM queue_account WHERE queue_account.queue = $1 AND queue_account.account = one.account
    ) AS kept ON true
    LEFT JOIN LATERAL (
      SELECT id, not_before FROM task WHERE task.queue = $1 AND task.account = one.account AND stage = 'waiting' ORDER BY not_before, id LIMIT 1
    ) AS first ON true
    LIMIT $2`,
  standing: `
    SELECT weight, ${now} AS now,
      coalesce((SELECT running + sent FROM queue_account WHERE queue = $1 AND account = $2), 0)
        + coalesce((SELECT sum(running + sent) FROM task_change WHERE queue = $1 AND account = $2), 0) AS standing
    FROM account WHERE id = $2`,
  own: `
    SELECT id, not_before, created FROM task
    WHERE queue = $1 AND account = $2 AND stage = 'waiting' AND not_before <= ${now} ORDER BY not_before, id LIMIT $3`,
  ends: `${ended('completed')} UNION ALL ${ended('failed')} ORDER BY ended DESC LIMIT $2`,
})

import type { Pool } from 'pg'
import { firstTaskId } from '../../../domain/task/id.js'
import { isKeyId, periodStart, type Budget, type BudgetPeriod, type BudgetState } from '../../../domain/money/budget.js'
import { text } from '../columns.js'
import {
  alertFromRow,
  alertId,
  budgetFromRow,
  maxBudgets,
  usedSince,
  type Alert,
  type AlertReceiver,
  type BudgetStore,
} from '../budget-store.js'
import type { NewTask } from '../task-store.js'
import { changes, run, statements } from './database.js'

/** Budgets in PostgreSQL. */
export class PostgresBudgetStore implements BudgetStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** A hard budget that a submit would exceed; it is told that it is reached. */
  async exceeded({ account, key, amount, created }: NewTask['task']): Promise<BudgetState | undefined> {
    if (amount === 0) return undefined
    const [row] = await run(this.#pool, sql.exceeded, [created, account, key ?? null, amount])
    if (row === undefined) return undefined
    const budget = budgetFromRow({ ...row, account })
    const { subject, period, start, used, credits } = budget
    await run(this.#pool, sql.reached, [subject, period, start, credits, used, account, created])
    return budget
  }

  /**
   * No task is written between the first look at those that are there and the moment from which the triggers count: the
   * lock waits for what is being written and has the rest wait.
   */
  async setBudget({ subject, period, credits, hard, warn }: Budget, now: number): Promise<boolean> {
    const [holder] = await run(this.#pool, isKeyId(subject) ? sql.keyAccount : sql.account, [subject])
    if (holder === undefined) return false
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('LOCK TABLE task IN SHARE MODE')
      const { rows } = await client.query<{ known: boolean }>(sql.set.text, [subject, period, credits, hard, warn, now])
      const start = periodStart(period, now)
      if (rows[0]?.known !== true)
        await client.query(sql.recount.text, [
          ...[subject, period, start, text(holder, 'account'), isKeyId(subject) ? subject : null],
          firstTaskId(start),
        ])
      await client.query('COMMIT')
      client.release()
      return true
    } catch (error) {
      // The connection goes with what it has begun.
      client.release(true)
      throw error
    }
  }

  removeBudget(subject: string, period: BudgetPeriod): Promise<boolean> {
    return changes(this.#pool, sql.remove, [subject, period])
  }

  async budgets(now: number, account?: string): Promise<BudgetState[]> {
    return (await run(this.#pool, sql.list, [now, account ?? null])).map(budgetFromRow)
  }

  setLowBalance(account: string, credits: number | undefined): Promise<boolean> {
    return changes(this.#pool, sql.setLow, [credits ?? null, account])
  }

  async announce(receivers: readonly AlertReceiver[], since: number, now: number): Promise<Alert[]> {
    const rows = await run(this.#pool, sql.announce, [
      since,
      now,
      receivers.map(({ receiver }) => receiver),
      receivers.map(({ type }) => type),
      receivers.map(({ account }) => account),
    ])
    return rows.map(alertFromRow)
  }

  async findAlert(id: string): Promise<Alert | undefined> {
    const [row] = await run(this.#pool, sql.alert, [id])
    return row === undefined ? undefined : alertFromRow(row)
  }

  async forget(before: number, limit: number): Promise<number> {
    const alerts = await run(this.#pool, sql.forgetAlerts, [before, limit])
    return alerts.length + (await run(this.#pool, sql.forgetUse, [before, limit])).length
  }
}

const columns = `budget.subject, budget.period, budget.credits, hard, warn, budget_start(budget.period, $1::bigint) AS start, coalesce(used.credits, 0) AS used`
const use = `LEFT JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period AND used.start = budget_start(budget.period, $1::bigint)`

const sql = statements('budget', {
  exceeded: `SELECT ${columns} FROM budget ${use}
    WHERE budget.subject IN ($2, $3) AND hard AND coalesce(used.credits, 0) + $4::bigint > budget.credits ORDER BY budget.subject, budget.period LIMIT 1`,
  reached: `INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    VALUES (${alertId('$1::text', '$2::text', '$3::bigint', '100', '$4::bigint')}, 'budget.reached', $6, $1, $2, $3, 100, $4, $5, true, $7) ON CONFLICT DO NOTHING`,
  account: 'SELECT id AS account FROM account WHERE id = $1',
  keyAccount: 'SELECT account FROM api_key WHERE id = $1',
  set: `WITH known AS (SELECT FROM budget WHERE subject = $1 AND period = $2), made AS (
      INSERT INTO budget (subject, period, credits, hard, warn, created) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (subject, period) DO UPDATE SET credits = excluded.credits, hard = excluded.hard, warn = excluded.warn
    )
    SELECT EXISTS (SELECT FROM known) AS known`,
  recount: `INSERT INTO budget_use (subject, period, start, credits)
    SELECT $1::text, $2::text, $3::bigint, coalesce(sum(amount), 0)::bigint FROM (${usedSince('$4', '$5::text', '$6', '$3::bigint')}) AS kept
    ON CONFLICT (subject, period, start) DO UPDATE SET credits = excluded.credits`,
  remove: `WITH gone AS (DELETE FROM budget_use WHERE subject = $1 AND period = $2)
    DELETE FROM budget WHERE subject = $1 AND period = $2 RETURNING subject`,
  list: `SELECT ${columns}, coalesce(api_key.account, budget.subject) AS account FROM budget ${use} LEFT JOIN api_key ON api_key.id = budget.subject
    WHERE $2::text IS NULL OR $2 IN (budget.subject, api_key.account) ORDER BY budget.subject, budget.period LIMIT ${maxBudgets}`,
  setLow: 'UPDATE account SET low_balance = $1 WHERE id = $2 RETURNING id',
  announce: `
    WITH untold AS (
      SELECT id FROM alert WHERE NOT told AND at >= $1 ORDER BY at, id LIMIT 100 FOR UPDATE SKIP LOCKED
    ), told AS (
      UPDATE alert SET told = true FROM untold WHERE alert.id = untold.id RETURNING alert.*
    ), announced AS (
      INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
      SELECT told.id, told.account, addressee.receiver, told.type, told.at, $2::bigint
      FROM told JOIN unnest($3::text[], $4::text[], $5::text[]) AS addressee (receiver, type, account)
        ON addressee.type = told.type AND (addressee.account IS NULL OR addressee.account = told.account)
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM told ORDER BY at, id`,
  alert: 'SELECT * FROM alert WHERE id = $1',
  forgetAlerts: 'DELETE FROM alert WHERE id IN (SELECT id FROM alert WHERE start < $1 LIMIT $2) RETURNING id',
  forgetUse: `DELETE FROM budget_use WHERE (subject, period, start) IN (SELECT subject, period, start FROM budget_use WHERE start < $1 LIMIT $2) RETURNING subject`,
})

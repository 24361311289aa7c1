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
import { budgetStart } from './budget-tables.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'

/** A submit, as budgets see it. */
interface Spending {
  account: string
  key: string | undefined
  amount: number
  at: number
}

/** Budgets in SQLite. */
export class SqliteBudgetStore implements BudgetStore {
  readonly #group: GroupCommit
  #seen = { transaction: 0, any: false }
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#group = group
    this.#statements = prepare(database, sql)
  }

  /** A hard budget that a submit would exceed; it is told that it is reached. Within the transaction of the submit. */
  exceeded({ account, key, amount, at }: Spending): BudgetState | undefined {
    if (amount === 0 || !this.#anyBudget()) return undefined
    const row = this.#statements.exceeded.get(at, account, key ?? null, amount)
    if (row === undefined) return undefined
    const budget = { ...budgetFromRow({ ...row, account }) }
    const { subject, period, start, used, credits } = budget
    this.#statements.reached.run(subject, period, start, credits, used, account, at)
    return budget
  }

  /** Notes that an account has less left than it should have. Within the transaction of the submit. */
  low(account: string, left: number, threshold: number, at: number): void {
    this.#statements.low.run(account, periodStart('day', at), threshold, left, at)
  }

  setBudget({ subject, period, credits, hard, warn }: Budget, now: number): Promise<boolean> {
    return this.#group.run(() => {
      const account = this.#accountOf(subject)
      if (account === undefined) return false
      const known = this.#statements.one.get(subject, period) !== undefined
      this.#statements.set.run(subject, period, credits, hard ? 1 : 0, warn ?? null, now)
      this.#seen = { transaction: this.#group.transaction, any: true }
      if (!known) {
        const start = periodStart(period, now)
        const key = isKeyId(subject) ? subject : null
        this.#statements.recount.run(subject, period, start, account, key, firstTaskId(start))
      }
      return true
    })
  }

  removeBudget(subject: string, period: BudgetPeriod): Promise<boolean> {
    return this.#group.run(() => {
      this.#statements.removeUse.run(subject, period)
      return changes(this.#statements.remove, subject, period)
    })
  }

  async budgets(now: number, account?: string): Promise<BudgetState[]> {
    return this.#statements.list.all(now, account ?? null).map(budgetFromRow)
  }

  setLowBalance(account: string, credits: number | undefined): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.setLow, credits ?? null, account))
  }

  async announce(receivers: readonly AlertReceiver[], since: number, now: number): Promise<Alert[]> {
    if (this.#statements.anyUntold.get(since) === undefined) return []
    return this.#group.run(() => {
      const alerts = this.#statements.untold.all(since).map(alertFromRow)
      for (const { id } of alerts) {
        for (const { receiver, type, account } of receivers)
          this.#statements.deliver.run(receiver, now, id, type, account, account)
        this.#statements.told.run(id)
      }
      return alerts
    })
  }

  async findAlert(id: string): Promise<Alert | undefined> {
    const row = this.#statements.alert.get(id)
    return row === undefined ? undefined : alertFromRow(row)
  }

  forget(before: number, limit: number): Promise<number> {
    return this.#group.run(
      () =>
        Number(this.#statements.forgetAlerts.run(before, limit).changes) +
        Number(this.#statements.forgetUse.run(before, limit).changes),
    )
  }

  /** Whether there is a budget at all, looked up once in a transaction: few services have one, and many submits share a commit. */
  #anyBudget(): boolean {
    if (this.#seen.transaction !== this.#group.transaction)
      this.#seen = { transaction: this.#group.transaction, any: this.#statements.any.get() !== undefined }
    return this.#seen.any
  }

  #accountOf(subject: string): string | undefined {
    const row = isKeyId(subject) ? this.#statements.keyAccount.get(subject) : this.#statements.account.get(subject)
    return row === undefined ? undefined : text(row, 'account')
  }
}

const columns = `budget.subject, budget.period, budget.credits, hard, warn, ${budgetStart('budget.period', '?1')} AS start, coalesce(used.credits, 0) AS used`
const use = `LEFT JOIN budget_use AS used ON used.subject = budget.subject AND used.period = budget.period AND used.start = ${budgetStart('budget.period', '?1')}`

const sql = {
  any: 'SELECT 1 FROM budget LIMIT 1',
  exceeded: `SELECT ${columns} FROM budget ${use}
    WHERE budget.subject IN (?2, ?3) AND hard AND coalesce(used.credits, 0) + ?4 > budget.credits ORDER BY budget.subject, budget.period LIMIT 1`,
  reached: `INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    VALUES (${alertId('?1', '?2', '?3', '100', '?4')}, 'budget.reached', ?6, ?1, ?2, ?3, 100, ?4, ?5, 1, ?7) ON CONFLICT DO NOTHING`,
  low: `INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
    VALUES (${alertId('?1', `'balance'`, '?2', `'low'`, '?3')}, 'balance.low', ?1, ?1, 'day', ?2, NULL, ?3, ?4, 0, ?5) ON CONFLICT DO NOTHING`,
  account: 'SELECT id AS account FROM account WHERE id = ?',
  keyAccount: 'SELECT account FROM api_key WHERE id = ?',
  one: 'SELECT 1 FROM budget WHERE subject = ? AND period = ?',
  set: `INSERT INTO budget (subject, period, credits, hard, warn, created) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (subject, period) DO UPDATE SET credits = excluded.credits, hard = excluded.hard, warn = excluded.warn`,
  recount: `INSERT OR REPLACE INTO budget_use (subject, period, start, credits)
    SELECT ?1, ?2, ?3, coalesce(sum(amount), 0) FROM (${usedSince('?4', '?5', '?6', '?3')})`,
  remove: 'DELETE FROM budget WHERE subject = ? AND period = ?',
  removeUse: 'DELETE FROM budget_use WHERE subject = ? AND period = ?',
  list: `SELECT ${columns}, coalesce(api_key.account, budget.subject) AS account FROM budget ${use} LEFT JOIN api_key ON api_key.id = budget.subject
    WHERE ?2 IS NULL OR ?2 IN (budget.subject, api_key.account) ORDER BY budget.subject, budget.period LIMIT ${maxBudgets}`,
  setLow: 'UPDATE account SET low_balance = ? WHERE id = ?',
  anyUntold: 'SELECT 1 FROM alert WHERE told = 0 AND at >= ? LIMIT 1',
  untold: 'SELECT * FROM alert WHERE told = 0 AND at >= ? ORDER BY at, id LIMIT 100',
  deliver: `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
    SELECT id, account, ?1, type, at, ?2 FROM alert WHERE id = ?3 AND type = ?4 AND (?5 IS NULL OR account = ?6) ON CONFLICT DO NOTHING`,
  told: 'UPDATE alert SET told = 1 WHERE id = ?',
  alert: 'SELECT * FROM alert WHERE id = ?',
  forgetAlerts: 'DELETE FROM alert WHERE id IN (SELECT id FROM alert WHERE start < ? LIMIT ?)',
  forgetUse: `DELETE FROM budget_use WHERE (subject, period, start) IN (SELECT subject, period, start FROM budget_use WHERE start < ? LIMIT ?)`,
} as const

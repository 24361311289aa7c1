import type { ReleaseProof } from '../../../domain/money/release-proof.js'
import type { TaskMemory } from '../../../domain/task/memory.js'
import { ownedBy, type OwnedTask } from '../../../domain/task/owned.js'
import type { IdempotencyKey, TaskRecord, TaskStatus, TaskView } from '../../../domain/task/record.js'
import { integer, present, text, yes } from '../columns.js'
import {
  detailsFromRow,
  fallbackColumns,
  filesOfRow,
  memoryColumns,
  memoryFromRow,
  taskFromRow,
  viewColumns,
  viewFromRow,
} from '../task-row.js'
import { firstTaskId } from '../../../domain/task/id.js'
import { dayOf } from '../spent.js'
import { listTasks } from '../task-list.js'
import {
  endOfPrefix,
  type CancelOutcome,
  type NewTask,
  type Repeatable,
  type SubmitOutcome,
  type SubmittedKey,
  type TaskDetails,
  type TaskPage,
  type TaskQuery,
  type TaskStore,
} from '../task-store.js'
import type { SqliteBudgetStore } from './budget-store.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'
import type { SqliteTaskEnds } from './task-ends.js'
import type { TaskViews } from './task-views.js'

/** How long old tasks are removed in one go, in milliseconds: nothing else is answered meanwhile, and the disk may be slow. */
const longestRemoval = 25

/** What it works with beside the database. */
interface StoreParts {
  group: GroupCommit
  views: TaskViews
  ends: SqliteTaskEnds
  budgets: SqliteBudgetStore
  now: () => number
}

/** Tasks in SQLite. */
export class SqliteTaskStore implements TaskStore {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit
  readonly #views: TaskViews
  readonly #ends: SqliteTaskEnds
  readonly #budgets: SqliteBudgetStore
  readonly #now: () => number

  /** The task that was removed last, until there is none to remove behind it: those before it that stay are not looked at each time. */
  #forgottenTo = ''
  /** Accounts without credits to count, which they stay. */
  readonly #unlimited = new Set<string>()
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, { group, views, ends, budgets, now }: StoreParts) {
    this.#database = database
    this.#group = group
    this.#views = views
    this.#ends = ends
    this.#budgets = budgets
    this.#now = now
    this.#statements = prepare(database, sql)
  }

  submit(entry: NewTask): Promise<SubmitOutcome> {
    return this.#group.run(() => this.accept(entry))
  }

  async repeatOf({ task, idempotency }: Repeatable): Promise<SubmitOutcome | undefined> {
    if (idempotency === undefined) return undefined
    return this.#replay(task.account, idempotency)
  }

  async findByKey(account: string, key: string): Promise<OwnedTask | undefined> {
    const known = this.#statements.findKey.get(account, key)
    return known && this.find(account, text(known, 'task'))
  }

  async keysBeginning(account: string, prefix: string): Promise<SubmittedKey[]> {
    return this.#statements.keysBeginning
      .all(account, prefix, endOfPrefix(prefix))
      .map((row) => ({ key: text(row, 'key'), task: text(row, 'task'), created: integer(row, 'created') }))
  }

  renameKey(account: string, key: string, to: string | undefined): Promise<boolean> {
    return this.#group.run(() =>
      to === undefined
        ? changes(this.#statements.forgetKey, account, key)
        : changes(this.#statements.renameKey, to, account, key),
    )
  }

  recall(account: string, id: string): OwnedTask | undefined {
    return ownedBy(account, this.#views.recall(id))
  }

  async find(account: string, id: string): Promise<OwnedTask | undefined> {
    return ownedBy(account, this.#views.find(id))
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const row = this.#statements.read.get(id)
    return row === undefined ? undefined : taskFromRow(row)
  }

  async details(
    account: string,
    ids: readonly string[],
    parameters: readonly string[],
  ): Promise<Map<string, TaskDetails>> {
    const rows = this.#statements.details.iterate(account, JSON.stringify(ids))
    return new Map(Array.from(rows, (row) => [text(row, 'id'), detailsFromRow(row, parameters)]))
  }

  async memoryOf(id: string): Promise<TaskMemory> {
    return memoryFromRow(this.#statements.memory.get(id) ?? {})
  }

  async changed(seen: ReadonlyMap<string, TaskStatus>): Promise<string[]> {
    const now = (id: string): unknown => this.#views.recall(id)?.status ?? this.#statements.status.get(id)?.['status']
    return [...seen].filter(([id, status]) => now(id) !== status).map(([id]) => id)
  }

  list(account: string, query: TaskQuery): Promise<TaskPage> {
    return listTasks(account, query, {
      placeholder: () => '?',
      use: (index) => `INDEXED BY ${index}`,
      run: async (sql, values) => this.#database.prepare(sql).all(...values),
    })
  }

  async latest(limit: number, status?: TaskStatus): Promise<TaskView[]> {
    const rows =
      status === undefined ? this.#statements.latest.all(limit) : this.#database.prepare(latestOf(status)).all(limit)
    return rows.map(viewFromRow)
  }

  cancel(id: string, reason: string): Promise<CancelOutcome> {
    return this.#ends.cancel(id, reason)
  }

  endCancelled(id: string, cancelled: { reference: string; reason: string; proof: ReleaseProof }): Promise<boolean> {
    return this.#ends.endCancelled(id, cancelled)
  }

  async agedResults(before: number, limit: number, skip: number): Promise<{ id: string; files: string[] }[]> {
    return this.#statements.agedResults
      .all(before, limit, skip)
      .map((row) => ({ id: text(row, 'id'), files: filesOfRow(row) }))
  }

  forgetResult(id: string): Promise<void> {
    return this.#views.change(id, () => void this.#statements.forgetResult.run(id))
  }

  forgetKeys(before: number, limit: number): Promise<number> {
    return this.#group.run(() => Number(this.#statements.forgetKeys.run(before, limit).changes))
  }

  forgetTasks(before: number, limit: number): Promise<number> {
    return this.#group.run(() => {
      const aged = this.#statements.agedTasks.all(this.#forgottenTo, firstTaskId(before), before, limit)
      const until = this.#now() + longestRemoval
      let removed = 0
      if (aged.length === 0) this.#forgottenTo = ''
      for (const row of aged) {
        this.#forgottenTo = text(row, 'id')
        this.#forget(this.#forgottenTo, text(row, 'account'))
        removed += 1
        if (this.#now() >= until) break
      }
      return removed
    })
  }

  #forget(id: string, account: string): void {
    this.#views.forget(id)
    this.#statements.addCost.run(account, id)
    this.#statements.removeEntries.run(account, id)
    this.#statements.removeCallback.run(id)
    this.#statements.remove.run(id)
  }

  /** Accepts a task within the transaction that is under way; beyond a budget too where it was `acceptedBefore`. */
  accept({ task, idempotency }: NewTask, { acceptedBefore = false } = {}): SubmitOutcome {
    const repeated = idempotency && this.#replay(task.account, idempotency)
    if (repeated !== undefined) return repeated
    const { account, key, amount, created } = task
    const { available, low } = this.#creditsOf(account)
    if (available < amount) return { outcome: 'no-credits', available, needed: amount }
    const budget = acceptedBefore ? undefined : this.#budgets.exceeded({ account, key, amount, at: created })
    if (budget !== undefined) return { outcome: 'over-budget', budget, needed: amount }
    if (available !== Infinity) {
      this.#statements.hold.run(account, task.id, -amount, amount, created)
      this.#statements.moveCredits.run(-amount, amount, account)
      const left = available - amount
      if (left < low) this.#budgets.low(account, left, low, created)
    }
    this.#statements.insert.run(
      task.id,
      task.account,
      task.model,
      task.kind,
      JSON.stringify(task.parameters),
      task.status,
      task.created,
      task.amount,
      task.queue,
      task.key ?? null,
      task.routing ?? null,
      task.trace ?? null,
      ...fallbackColumns(task),
      idempotency?.key ?? null,
      idempotency?.bodyHash ?? null,
      this.#now(),
    )
    if (idempotency !== undefined)
      this.#statements.addKey.run(task.account, idempotency.key, idempotency.bodyHash, task.id, task.created)
    return { outcome: 'accepted' }
  }

  /** What an account has left, and below how much that is told. */
  #creditsOf(account: string): { available: number; low: number } {
    if (this.#unlimited.has(account)) return { available: Infinity, low: 0 }
    const row = this.#statements.credits.get(account)
    if (row === undefined) throw new Error(`there is no account ${account}`)
    if (!yes(row, 'unlimited'))
      return {
        available: integer(row, 'available'),
        low: present(row, 'low_balance') ? integer(row, 'low_balance') : 0,
      }
    this.#unlimited.add(account)
    return { available: Infinity, low: 0 }
  }

  /** What a submit under a key answers that was used before; undefined when it is new, or its task was forgotten. */
  #replay(account: string, { key, bodyHash }: IdempotencyKey): SubmitOutcome | undefined {
    const known = this.#statements.findKey.get(account, key)
    const row = known && this.#statements.view.get(text(known, 'task'))
    const task = row && ownedBy(account, viewFromRow(row))
    if (known === undefined || task === undefined) return undefined
    return known['body_hash'] === bodyHash ? { outcome: 'replayed', task } : { outcome: 'key-conflict' }
  }
}

/** Each state is in the order of an index. */
export const latestOf = (status: TaskStatus): string =>
  status === 'completed' || status === 'failed'
    ? `SELECT ${viewColumns} FROM task WHERE status IN ('completed', 'failed') AND status = '${status}' ORDER BY ended DESC, id DESC LIMIT ?`
    : `SELECT ${viewColumns} FROM task WHERE status IN ('queued', 'processing') AND status = '${status}' ORDER BY id DESC LIMIT ?`

const sql = {
  latest: `SELECT ${viewColumns} FROM task ORDER BY id DESC LIMIT ?`,
  read: 'SELECT * FROM task WHERE id = ?',
  details: 'SELECT id, ended, parameters FROM task WHERE account = ? AND id IN (SELECT value FROM json_each(?))',
  memory: `SELECT ${memoryColumns} FROM task WHERE id = ?`,
  status: 'SELECT status FROM task WHERE id = ?',
  view: `SELECT ${viewColumns} FROM task WHERE id = ?`,
  insert: `INSERT OR ROLLBACK INTO task (id, account, model, kind, parameters, status, created, amount, queue, api_key, routing, trace, price, fallbacks, tried, idempotency_key, idempotency_hash, stage, not_before)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)`,
  credits: 'SELECT unlimited, available, low_balance FROM account WHERE id = ?',
  moveCredits: 'UPDATE account SET available = available + ?, held = held + ? WHERE id = ?',
  hold: `INSERT OR ROLLBACK INTO ledger (account, subject, step, kind, available, held, created) VALUES (?, ?, 0, 'hold', ?, ?, ?)`,
  findKey: 'SELECT body_hash, task FROM idempotency WHERE account = ? AND key = ?',
  keysBeginning:
    'SELECT key, task, created FROM idempotency WHERE account = ? AND key >= ? AND key < ? ORDER BY key LIMIT 100',
  forgetKey: 'DELETE FROM idempotency WHERE account = ? AND key = ?',
  renameKey: 'UPDATE OR ROLLBACK idempotency SET key = ? WHERE account = ? AND key = ?',
  addKey: 'INSERT OR REPLACE INTO idempotency (account, key, body_hash, task, created) VALUES (?, ?, ?, ?, ?)',
  // A receiver that has yet to be told gets the URL of the result with the event.
  agedResults: `SELECT id, result_file, result_others FROM task WHERE result_file IS NOT NULL AND created < ?1 AND coalesce(ended, 0) < ?1
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE webhook_delivery.task = task.id AND given_up IS NULL) ORDER BY created, id LIMIT ?2 OFFSET ?3`,
  forgetResult: 'UPDATE OR ROLLBACK task SET result_file = NULL, result_others = NULL WHERE id = ?',
  forgetKeys: `DELETE FROM idempotency WHERE (account, key) IN (
      SELECT account, key FROM idempotency WHERE created < ?1 AND NOT EXISTS (
        SELECT 1 FROM task WHERE task.id = idempotency.task AND (stage <> 'ended' OR coalesce(ended, 0) >= ?1))
      ORDER BY created LIMIT ?2)`,
  // IDs begin with the time: what is old is where the primary key begins.
  agedTasks: `SELECT id, account FROM task WHERE id > ? AND id < ? AND stage = 'ended' AND result_file IS NULL AND coalesce(ended, created) < ?
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE webhook_delivery.task = task.id) ORDER BY id LIMIT ?`,
  addCost: `INSERT INTO spent (account, day, credits)
    SELECT account, ${dayOf('created')}, -held FROM ledger WHERE account = ?1 AND subject = ?2 AND step = 1 AND kind = 'settle' AND held < 0
    UNION ALL SELECT account, ${dayOf('coalesce(ended, created)')}, amount FROM task
    WHERE id = ?2 AND amount > 0 AND EXISTS (SELECT 1 FROM account WHERE id = ?1 AND unlimited)
    ON CONFLICT (account, day) DO UPDATE SET credits = credits + excluded.credits`,
  removeEntries: 'DELETE FROM ledger WHERE account = ? AND subject = ?',
  removeCallback: 'DELETE FROM task_callback WHERE task = ?',
  remove: 'DELETE FROM task WHERE id = ?',
} as const

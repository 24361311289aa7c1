import type { Pool } from 'pg'
import { integer, present, text, yes, type Row } from '../columns.js'
import {
  detailsFromRow,
  filesOfRow,
  memoryColumns,
  memoryFromRow,
  taskFromRow,
  viewColumns,
  viewFromRow,
} from '../task-row.js'
import type { ReleaseProof } from '../../../domain/money/release-proof.js'
import type { TaskMemory } from '../../../domain/task/memory.js'
import { ownedBy, type OwnedTask } from '../../../domain/task/owned.js'
import type { IdempotencyKey, TaskRecord, TaskStatus, TaskView } from '../../../domain/task/record.js'
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
import type { PostgresBudgetStore } from './budget-store.js'
import { changes, run, statements } from './database.js'
import { PostgresSubmits } from './submits.js'
import type { PostgresTaskEnds } from './task-ends.js'

/** Bytes of parameters that are read of several tasks at a time; larger ones, which hold base64, are read one by one. */
const largestRead = 65_536

/**
 * Tasks in PostgreSQL, shared with other services. Each change is one statement, which takes its locks in one order:
 * rows of tasks (submit: none, for they are new), then those of accounts, then idempotency keys.
 */
export class PostgresTaskStore implements TaskStore {
  readonly #pool: Pool
  readonly #ends: PostgresTaskEnds
  readonly #submits: PostgresSubmits
  readonly #budgets: PostgresBudgetStore
  /** The task that was removed last, until there is none to remove behind it: those before it that stay are not looked at each time. */
  #forgottenTo = ''

  constructor(pool: Pool, ends: PostgresTaskEnds, budgets: PostgresBudgetStore) {
    this.#pool = pool
    this.#ends = ends
    this.#budgets = budgets
    this.#submits = new PostgresSubmits(pool)
  }

  async submit(entry: NewTask): Promise<SubmitOutcome> {
    for (;;) {
      if (await this.#submits.write(entry)) return { outcome: 'accepted' }
      const refusal = await this.#refusal(entry)
      if (refusal !== undefined) return refusal
    }
  }

  async repeatOf({ task: { account }, idempotency }: Repeatable): Promise<SubmitOutcome | undefined> {
    if (idempotency === undefined) return undefined
    const [key] = await run(this.#pool, sql.findKey, [account, idempotency.key])
    return key === undefined ? undefined : this.#replay(key, account, idempotency)
  }

  async findByKey(account: string, key: string): Promise<OwnedTask | undefined> {
    const [known] = await run(this.#pool, sql.findKey, [account, key])
    return known && this.find(account, text(known, 'task'))
  }

  async keysBeginning(account: string, prefix: string): Promise<SubmittedKey[]> {
    const rows = await run(this.#pool, sql.keysBeginning, [account, prefix, endOfPrefix(prefix)])
    return rows.map((row) => ({ key: text(row, 'key'), task: text(row, 'task'), created: integer(row, 'created') }))
  }

  renameKey(account: string, key: string, to: string | undefined): Promise<boolean> {
    return to === undefined
      ? changes(this.#pool, sql.dropKey, [account, key])
      : changes(this.#pool, sql.renameKey, [account, key, to])
  }

  /** Other services of the database change tasks too: none is kept. */
  recall(): undefined {
    return undefined
  }

  async find(account: string, id: string): Promise<OwnedTask | undefined> {
    const [row] = await run(this.#pool, sql.find, [account, id])
    return row && ownedBy(account, viewFromRow(row))
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const [row] = await run(this.#pool, sql.read, [id])
    return row === undefined ? undefined : taskFromRow(row)
  }

  async details(
    account: string,
    ids: readonly string[],
    parameters: readonly string[],
  ): Promise<Map<string, TaskDetails>> {
    const details = new Map<string, TaskDetails>()
    for (const row of await run(this.#pool, sql.details, [account, ids])) {
      const id = text(row, 'id')
      const [large] = present(row, 'parameters') ? [{}] : await run(this.#pool, sql.parameters, [account, id])
      if (large !== undefined) details.set(id, detailsFromRow({ ...row, ...large }, parameters))
    }
    return details
  }

  async memoryOf(id: string): Promise<TaskMemory> {
    const [row = {}] = await run(this.#pool, sql.memory, [id])
    return memoryFromRow(row)
  }

  async changed(seen: ReadonlyMap<string, TaskStatus>): Promise<string[]> {
    const rows = await run(this.#pool, sql.changed, [[...seen.keys()], [...seen.values()]])
    return rows.map((row) => text(row, 'id'))
  }

  list(account: string, query: TaskQuery): Promise<TaskPage> {
    return listTasks(account, query, {
      placeholder: (position) => `$${position}`,
      use: () => '',
      run: (sql, values) => run(this.#pool, sql, values),
    })
  }

  async latest(limit: number, status?: TaskStatus): Promise<TaskView[]> {
    const rows = await run(this.#pool, status === undefined ? sql.latest : latestOf(status), [limit])
    return rows.map(viewFromRow)
  }

  cancel(id: string, reason: string): Promise<CancelOutcome> {
    return this.#ends.cancel(id, reason)
  }

  endCancelled(id: string, cancelled: { reference: string; reason: string; proof: ReleaseProof }): Promise<boolean> {
    return this.#ends.endCancelled(id, cancelled)
  }

  async agedResults(before: number, limit: number, skip: number): Promise<{ id: string; files: string[] }[]> {
    return (await run(this.#pool, sql.agedResults, [before, limit, skip])).map((row) => ({
      id: text(row, 'id'),
      files: filesOfRow(row),
    }))
  }

  async forgetResult(id: string): Promise<void> {
    await run(this.#pool, sql.forgetResult, [id])
  }

  async forgetKeys(before: number, limit: number): Promise<number> {
    return (await run(this.#pool, sql.forgetKeys, [before, limit])).length
  }

  async forgetTasks(before: number, limit: number): Promise<number> {
    const rows = await run(this.#pool, sql.forgetTasks, [firstTaskId(before), before, limit, this.#forgottenTo])
    this.#forgottenTo = rows.reduce((last, row) => (text(row, 'id') > last ? text(row, 'id') : last), '')
    return rows.length
  }

  /** Why a submit changed nothing; undefined when that is over, as when credits were released meanwhile. */
  async #refusal({ task, idempotency }: NewTask): Promise<SubmitOutcome | undefined> {
    const { account, amount } = task
    const [key] = idempotency === undefined ? [] : await run(this.#pool, sql.findKey, [account, idempotency.key])
    if (key !== undefined && idempotency !== undefined) return this.#replay(key, account, idempotency)
    const [row] = await run(this.#pool, sql.credits, [account])
    if (row === undefined) throw new Error(`there is no account ${account}`)
    const available = integer(row, 'available')
    if (!yes(row, 'unlimited') && available < amount) return { outcome: 'no-credits', available, needed: amount }
    const budget = await this.#budgets.exceeded(task)
    return budget && { outcome: 'over-budget', budget, needed: amount }
  }

  /** Undefined when the task of the key was forgotten; then the key is too. */
  async #replay(known: Row, account: string, { key, bodyHash }: IdempotencyKey): Promise<SubmitOutcome | undefined> {
    const id = text(known, 'task')
    const task = await this.find(account, id)
    if (task === undefined) await run(this.#pool, sql.forgetKey, [account, key, id])
    if (known['body_hash'] !== bodyHash) return task && { outcome: 'key-conflict' }
    return task && { outcome: 'replayed', task }
  }
}

/** Each state is in the order of an index. */
export const latestOf = (status: TaskStatus): string =>
  status === 'completed' || status === 'failed'
    ? `SELECT ${viewColumns} FROM task WHERE status = '${status}' ORDER BY ended DESC NULLS LAST, id DESC LIMIT $1`
    : `SELECT ${viewColumns} FROM task WHERE status IN ('queued', 'processing') AND status = '${status}' ORDER BY id DESC LIMIT $1`

const sql = statements('task', {
  read: 'SELECT * FROM task WHERE id = $1',
  // The server's own functions of JSON read no text in which a character is U+0000.
  details: `SELECT id, ended, CASE WHEN octet_length(parameters) <= ${largestRead} THEN parameters END AS parameters
    FROM task WHERE account = $1 AND id = ANY ($2)`,
  parameters: 'SELECT parameters FROM task WHERE account = $1 AND id = $2',
  memory: `SELECT ${memoryColumns} FROM task WHERE id = $1`,
  changed: `SELECT seen.id FROM unnest($1::text[], $2::text[]) AS seen (id, status)
    LEFT JOIN task ON task.id = seen.id WHERE task.status IS DISTINCT FROM seen.status`,
  find: `SELECT ${viewColumns} FROM task WHERE account = $1 AND id = $2`,
  latest: `SELECT ${viewColumns} FROM task ORDER BY id DESC LIMIT $1`,
  findKey: 'SELECT body_hash, task FROM idempotency WHERE account = $1 AND key = $2',
  keysBeginning:
    'SELECT key, task, created FROM idempotency WHERE account = $1 AND key >= $2 AND key < $3 ORDER BY key LIMIT 100',
  dropKey: 'DELETE FROM idempotency WHERE account = $1 AND key = $2 RETURNING key',
  renameKey: 'UPDATE idempotency SET key = $3 WHERE account = $1 AND key = $2 RETURNING key',
  forgetKey: 'DELETE FROM idempotency WHERE account = $1 AND key = $2 AND task = $3',
  credits: 'SELECT unlimited, available FROM account WHERE id = $1',
  // A receiver that has yet to be told gets the URL of the result with the event.
  agedResults: `SELECT id, result_file, result_others FROM task WHERE result_file IS NOT NULL AND created < $1 AND coalesce(ended, 0) < $1
    AND NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_delivery.task = task.id AND given_up IS NULL) ORDER BY created, id LIMIT $2 OFFSET $3`,
  forgetResult: 'UPDATE task SET result_file = NULL, result_others = NULL WHERE id = $1',
  forgetKeys: `
    WITH aged AS (
      SELECT account, key FROM idempotency
      WHERE created < $1 AND NOT EXISTS (
        SELECT FROM task WHERE task.id = idempotency.task AND (stage <> 'ended' OR coalesce(ended, 0) >= $1))
      ORDER BY created LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM idempotency USING aged WHERE idempotency.account = aged.account AND idempotency.key = aged.key RETURNING aged.key`,
  // IDs begin with the time: what is old is where the primary key begins.
  forgetTasks: `
    WITH aged AS (
      SELECT id, account FROM task
      WHERE id > $4 AND id < $1 AND stage = 'ended' AND result_file IS NULL AND coalesce(ended, created) < $2
        AND NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_delivery.task = task.id)
      ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM task USING aged WHERE task.id = aged.id
      RETURNING task.id, task.account, task.amount, coalesce(task.ended, task.created) AS ended
    ), callback AS (
      DELETE FROM task_callback USING aged WHERE task_callback.task = aged.id
    ), entry AS (
      DELETE FROM ledger USING aged WHERE ledger.account = aged.account AND ledger.subject = aged.id
      RETURNING ledger.account, ledger.kind, ledger.held, ledger.created
    ), cost AS (
      INSERT INTO spent (account, day, credits)
      SELECT account, day, sum(credits) FROM (
        SELECT account, ${dayOf('created')} AS day, -held AS credits FROM entry WHERE kind = 'settle'
        UNION ALL SELECT account, ${dayOf('ended')}, amount FROM gone JOIN account ON account.id = gone.account
        WHERE unlimited
      ) AS cost WHERE credits > 0 GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (account, day) DO UPDATE SET credits = spent.credits + excluded.credits
    )
    SELECT id FROM gone`,
})

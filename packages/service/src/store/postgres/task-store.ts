import type { Pool } from 'pg'
import { integer, text, yes } from '../columns.js'
import { taskFromRow, viewColumns, viewFromRow } from '../task-row.js'
import type { TaskRecord, TaskView } from '../../task/record.js'
import { listTasks } from '../task-list.js'
import type { NewTask, SubmitOutcome, TaskPage, TaskQuery, TaskStore } from '../task-store.js'
import { changes, run, statements } from './database.js'
import type { PostgresTaskEnds } from './task-ends.js'
import { now } from './task-runs.js'

/**
 * Tasks in PostgreSQL, shared with other services. Each change is one statement, which takes its locks in one order:
 * the task's row (submit: none, for it is new), then the account's, then the idempotency key.
 */
export class PostgresTaskStore implements TaskStore {
  readonly #pool: Pool
  readonly #ends: PostgresTaskEnds

  constructor(pool: Pool, ends: PostgresTaskEnds) {
    this.#pool = pool
    this.#ends = ends
  }

  async submit({ task, idempotency }: NewTask): Promise<SubmitOutcome> {
    const values = [
      task.account,
      task.amount,
      task.id,
      task.model,
      task.kind,
      JSON.stringify(task.parameters),
      task.status,
      task.created,
      idempotency?.key,
      idempotency?.bodyHash,
      task.queue,
    ]
    for (;;) {
      if (await changes(this.#pool, sql.submit, values)) return { outcome: 'accepted' }
      const refusal = await this.#refusal(task, idempotency)
      if (refusal !== undefined) return refusal
    }
  }

  async find(account: string, id: string): Promise<TaskView | undefined> {
    const [row] = await run(this.#pool, sql.find, [account, id])
    return row === undefined ? undefined : viewFromRow(row)
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const [row] = await run(this.#pool, sql.read, [id])
    return row === undefined ? undefined : taskFromRow(row)
  }

  list(account: string, query: TaskQuery): Promise<TaskPage> {
    return listTasks(account, query, {
      placeholder: (position) => `$${position}`,
      use: () => '',
      run: (sql, values) => run(this.#pool, sql, values),
    })
  }

  cancel(id: string, reason: string): Promise<boolean> {
    return this.#ends.cancel(id, reason)
  }

  async agedResults(before: number, limit: number, skip: number): Promise<{ id: string; file: string }[]> {
    return (await run(this.#pool, sql.agedResults, [before, limit, skip])).map((row) => ({
      id: text(row, 'id'),
      file: text(row, 'result_file'),
    }))
  }

  async forgetResult(id: string): Promise<void> {
    await run(this.#pool, sql.forgetResult, [id])
  }

  async forgetKeys(before: number, limit: number): Promise<number> {
    return (await run(this.#pool, sql.forgetKeys, [before, limit])).length
  }

  /** Why a submit changed nothing; undefined when that is over, as when credits were released meanwhile. */
  async #refusal(
    { account, amount }: TaskRecord,
    idempotency: NewTask['idempotency'],
  ): Promise<SubmitOutcome | undefined> {
    const [key] = idempotency === undefined ? [] : await run(this.#pool, sql.findKey, [account, idempotency.key])
    if (key !== undefined) return this.#replay(key['body_hash'] === idempotency?.bodyHash, account, text(key, 'task'))
    const [row] = await run(this.#pool, sql.credits, [account])
    if (row === undefined) throw new Error(`there is no account ${account}`)
    const available = integer(row, 'available')
    return yes(row, 'unlimited') || available >= amount
      ? undefined
      : { outcome: 'no-credits', available, needed: amount }
  }

  async #replay(sameBody: boolean, account: string, id: string): Promise<SubmitOutcome> {
    if (!sameBody) return { outcome: 'key-conflict' }
    const task = await this.find(account, id)
    if (task === undefined) throw new Error(`the task ${id} of an idempotency key is gone`)
    return { outcome: 'replayed', task }
  }
}

const sql = statements('task', {
  read: 'SELECT * FROM task WHERE id = $1',
  find: `SELECT ${viewColumns} FROM task WHERE account = $1 AND id = $2`,
  findKey: 'SELECT body_hash, task FROM idempotency WHERE account = $1 AND key = $2',
  credits: 'SELECT unlimited, available FROM account WHERE id = $1',
  agedResults:
    'SELECT id, result_file FROM task WHERE result_file IS NOT NULL AND created < $1 ORDER BY created, id LIMIT $2 OFFSET $3',
  forgetResult: 'UPDATE task SET result_file = NULL WHERE id = $1',
  forgetKeys: `
    WITH aged AS (SELECT account, key FROM idempotency WHERE created < $1 ORDER BY created LIMIT $2 FOR UPDATE SKIP LOCKED)
    DELETE FROM idempotency USING aged WHERE idempotency.account = aged.account AND idempotency.key = aged.key RETURNING aged.key`,

  // Each part takes from the one before, so that they run in this order and nothing is left of a submit that is refused.
  submit: `
    WITH limited AS (
      SELECT id FROM account WHERE id = $1 AND NOT unlimited AND available >= $2::bigint FOR NO KEY UPDATE
    ), payer AS (
      SELECT id, true AS pays FROM limited UNION ALL SELECT id, false FROM account WHERE id = $1 AND unlimited
    ), keyed AS (
      INSERT INTO idempotency (account, key, body_hash, task, created) SELECT id, $9, $10, $3, $8 FROM payer WHERE $9::text IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING account
    ), accepted AS (
      INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before)
      SELECT $3, id, $4, $5, $6, $7, $8, $2::bigint, $11, 'waiting', ${now} FROM payer WHERE $9::text IS NULL OR id IN (SELECT account FROM keyed)
      RETURNING id, account
    ), held AS (
      INSERT INTO ledger (account, subject, step, kind, available, held, created)
      SELECT account, accepted.id, 0, 'hold', -$2::bigint, $2::bigint, $8 FROM accepted JOIN payer ON payer.id = account WHERE pays
      RETURNING account
    ), paid AS (
      UPDATE account SET available = available - $2::bigint, held = account.held + $2::bigint FROM held WHERE account.id = held.account
    )
    SELECT id FROM accepted`,
})

import type { Pool } from 'pg'
import { integer, text, yes } from '../columns.js'
import type { Outbox } from '../outbox.js'
import { taskFromRow, viewColumns, viewFromRow } from '../task-row.js'
import type { TaskRecord, TaskView } from '../../task/record.js'
import { listTasks } from '../task-list.js'
import type { NewTask, SubmitOutcome, TaskEnd, TaskPage, TaskQuery, TaskStore } from '../task-store.js'
import type { WebhookType } from '../webhook-deliveries.js'
import { changes, run, statements, type Statement } from './database.js'

/**
 * Tasks in PostgreSQL, shared with other services. Each change is one statement, which takes its locks in one order:
 * the task's row (submit: none, for it is new), then the account's, then the idempotency key.
 */
export class PostgresTaskStore implements TaskStore {
  readonly #pool: Pool
  readonly #owner: string
  readonly #outbox: Outbox

  /** `owner`: who this store holds tasks as (see PostgresTaskLeases). */
  constructor(pool: Pool, owner: string, outbox: Outbox) {
    this.#pool = pool
    this.#owner = owner
    this.#outbox = outbox
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

  async unfinished(): Promise<string[]> {
    return (await run(this.#pool, sql.unfinished)).map((row) => text(row, 'id'))
  }

  cancel(id: string, reason: string): Promise<boolean> {
    return this.#end('failed', sql.fail, [id, null, storable(reason)])
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

  begin(id: string): Promise<boolean> {
    return changes(this.#pool, sql.begin, [id, this.#owner])
  }

  noteSent(id: string, at: number, place?: string): Promise<boolean> {
    return changes(this.#pool, sql.noteSent, [id, this.#owner, at, place ?? null])
  }

  async noteNotSent(id: string): Promise<void> {
    await run(this.#pool, sql.noteNotSent, [id, this.#owner])
  }

  noteAccepted(id: string, reference: string): Promise<boolean> {
    return changes(this.#pool, sql.noteAccepted, [id, storable(reference)])
  }

  async noteProgress(id: string, fraction: number): Promise<void> {
    await run(this.#pool, sql.noteProgress, [id, this.#owner, fraction])
  }

  finish(id: string, end: TaskEnd): Promise<boolean> {
    if (end.status === 'failed') return this.#end('failed', sql.fail, [id, this.#owner, storable(end.error)])
    const { file, contentType, bytes, seconds } = end.result
    return this.#end('completed', sql.complete, [id, this.#owner, file, contentType, bytes, seconds])
  }

  /** Ends a task, and writes in the same statement who is to be told. */
  async #end(status: TaskEnd['status'], statement: Statement, values: readonly unknown[]): Promise<boolean> {
    const addressees = this.#outbox.addressees(`task.${status}`)
    const told = [
      this.#outbox.now(),
      addressees.map(({ receiver }) => receiver),
      addressees.map(({ account }) => account),
    ]
    const ended = await changes(this.#pool, statement, [...values, ...told])
    if (ended) this.#outbox.written()
    return ended
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

/** PostgreSQL keeps every character but U+0000. */
function storable(words: string): string {
  return words.replaceAll('\0', '\u{FFFD}')
}

const unfinished = `status IN ('queued', 'processing')`
const ours = `id = $1 AND ${unfinished} AND lease_owner = $2`
/** For `ended`, the pairs of a receiver and an account (or null) in the parameters that follow the first `count`. */
const announced = (type: WebhookType, count: number): string => `
      INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
      SELECT ended.id, ended.account, addressee.receiver, '${type}', $${count + 1}::bigint, $${count + 1}::bigint
      FROM ended JOIN unnest($${count + 2}::text[], $${count + 3}::text[]) AS addressee (receiver, account) ON addressee.account IS NULL OR addressee.account = ended.account
      ON CONFLICT DO NOTHING`
/** For `ended`, the second entry of the task in the ledger, and the balance with it. The time is the parameter after the first `count`. */
const holdEnded = (kind: 'settle' | 'release', count: number): string => `entry AS (
      INSERT INTO ledger (account, subject, step, kind, available, held, created)
      SELECT hold.account, hold.subject, 1, '${kind}', ${kind === 'release' ? 'hold.held' : '0'}, -hold.held, $${count + 1}::bigint
      FROM ended JOIN ledger AS hold ON hold.account = ended.account AND hold.subject = ended.id AND hold.step = 0
      RETURNING account, available, held
    ), balanced AS (
      UPDATE account SET available = account.available + entry.available, held = account.held + entry.held FROM entry WHERE account.id = entry.account`
const letGo = `lease_owner = NULL, lease_until = '-infinity'`

const sql = statements('task', {
  read: 'SELECT * FROM task WHERE id = $1',
  find: `SELECT ${viewColumns} FROM task WHERE account = $1 AND id = $2`,
  unfinished: `SELECT id FROM task WHERE ${unfinished} ORDER BY id`,
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
      INSERT INTO task (id, account, model, kind, parameters, status, created, amount)
      SELECT $3, id, $4, $5, $6, $7, $8, $2::bigint FROM payer WHERE $9::text IS NULL OR id IN (SELECT account FROM keyed)
      RETURNING id, account
    ), held AS (
      INSERT INTO ledger (account, subject, step, kind, available, held, created)
      SELECT account, accepted.id, 0, 'hold', -$2::bigint, $2::bigint, $8 FROM accepted JOIN payer ON payer.id = account WHERE pays
      RETURNING account
    ), paid AS (
      UPDATE account SET available = available - $2::bigint, held = account.held + $2::bigint FROM held WHERE account.id = held.account
    )
    SELECT id FROM accepted`,

  begin: `UPDATE task SET status = 'processing' WHERE ${ours} RETURNING id`,
  noteSent: `UPDATE task SET submission = 'sent', submission_at = $3, submission_place = $4 WHERE ${ours} AND submission <> 'accepted' RETURNING id`,
  noteNotSent: `UPDATE task SET submission = 'none', submission_at = NULL, submission_place = NULL WHERE ${ours} AND submission = 'sent'`,
  noteAccepted: `UPDATE task SET submission = 'accepted', submission_reference = $2 WHERE id = $1 AND ${unfinished} AND submission = 'sent' RETURNING id`,
  noteProgress: `UPDATE task SET progress = $3 WHERE ${ours} AND progress < $3`,

  complete: `
    WITH ended AS (
      UPDATE task SET status = 'completed', progress = 1, result_file = $3, result_type = $4, result_bytes = $5, result_seconds = $6, ${letGo}
      WHERE ${ours} RETURNING id, account
    ), ${holdEnded('settle', 6)}
    ), announced AS (${announced('task.completed', 6)}
    )
    SELECT id FROM ended`,
  fail: `
    WITH ended AS (
      UPDATE task SET status = 'failed', amount = 0, error = $3, ${letGo}
      WHERE id = $1 AND ${unfinished} AND ($2::uuid IS NULL OR lease_owner = $2) RETURNING id, account
    ), ${holdEnded('release', 3)}
    ), announced AS (${announced('task.failed', 3)}
    )
    SELECT id FROM ended`,
})

import type { Pool } from 'pg'
import type { TaskResult } from '../../../domain/task/record.js'
import { text } from '../columns.js'
import type { Outbox } from '../outbox.js'
import { restoredReason } from '../restored-tasks.js'
import type { HoldEnd, TaskEnd } from '../task-queue.js'
import { otherFilesColumn, usageColumn } from '../task-row.js'
import type { CancelOutcome } from '../task-store.js'
import { undeliveredInSql } from '../undelivered.js'
import { callbackReceiver, type WebhookType } from '../../../domain/webhooks.js'
import { changes, now, run, statements, type Statement } from './database.js'

/**
 * Ends tasks in PostgreSQL. One statement ends the task, moves its credits and writes who is told: it takes its locks in
 * one order, the task's row before the account's.
 */
export class PostgresTaskEnds {
  readonly #pool: Pool
  readonly #outbox: Outbox

  constructor(pool: Pool, outbox: Outbox) {
    this.#pool = pool
    this.#outbox = outbox
  }

  /** Ends a task as its owner. False when it has ended or has another owner. */
  async finish({ id, owner }: { id: string; owner: string }, end: TaskEnd): Promise<boolean> {
    const fields = end.fields === undefined ? null : storable(JSON.stringify(end.fields))
    const word = end.word === undefined ? null : storable(end.word)
    const usage = usageColumn(end.usage)
    if (end.status === 'failed')
      return (
        (await this.#end('failed', sql.fail, [
          id,
          owner,
          storable(end.error),
          word,
          fields,
          end.credits === 'charged',
          usage,
          end.because,
        ])) > 0
      )
    const { file, contentType, bytes, seconds } = end.result
    const said = [word, fields, usage, otherFilesColumn(end.result)]
    return (await this.#end('completed', sql.complete, [id, owner, file, contentType, bytes, seconds, ...said])) > 0
  }

  /** Fails a task that no upstream has or may have, regardless of its holder; of any other is noted that it is to be cancelled. */
  async cancel(id: string, reason: string): Promise<CancelOutcome> {
    if ((await this.#end('failed', sql.cancel, [id, storable(reason)])) > 0) return 'cancelled'
    // An upstream may have proved meanwhile that it had not taken the task: then the next claim ends it.
    return (await changes(this.#pool, sql.noteCancel, [id, storable(reason)])) ? 'noted' : 'ended'
  }

  /** Fails a task that its upstream has cancelled under this reference, regardless of its holder. */
  async endCancelled(id: string, { reference, reason }: { reference: string; reason: string }): Promise<boolean> {
    return (await this.#end('failed', sql.endCancelled, [id, storable(reason), storable(reference)])) > 0
  }

  /** Fails a task that was set aside after a restore. */
  async failRestored(id: string, error: string, credits: HoldEnd): Promise<boolean> {
    return (await this.#end('failed', sql.failRestored, [id, error, credits === 'charged', restoredReason])) > 0
  }

  /** Fails a task that an operator gives up, whichever process holds it. One that no upstream has or may have is not charged: it stays. */
  async failByOperator(id: string, error: string, credits: HoldEnd): Promise<boolean> {
    return (await this.#end('failed', sql.failByOperator, [id, storable(error), credits === 'charged'])) > 0
  }

  /** Completes a dead letter with files that are in the store. */
  async deliver(id: string, result: TaskResult): Promise<boolean> {
    const { file, contentType, bytes, seconds } = result
    const files = [file, contentType, bytes, seconds ?? null, otherFilesColumn(result)]
    return (await this.#end('completed', sql.deliver, [id, ...files])) > 0
  }

  /** Fails those of the dead letters that were set aside longer than `age` milliseconds ago. */
  expireDeadLetters(age: number, ids: readonly string[]): Promise<number> {
    return this.#end('failed', sql.expire, [age, ids])
  }

  async #end(status: TaskEnd['status'], statement: Statement, values: readonly unknown[]): Promise<number> {
    const addressees = this.#outbox.addressees(`task.${status}`)
    const told = [
      this.#outbox.now(),
      addressees.map(({ receiver }) => receiver),
      addressees.map(({ account }) => account),
    ]
    const ended = (await run(this.#pool, statement, [...values, ...told])).map((row) => text(row, 'id'))
    if (ended.length > 0) this.#outbox.ended(ended)
    return ended.length
  }
}

/** PostgreSQL keeps every character but U+0000. */
export function storable(words: string): string {
  return words.replaceAll('\0', '\u{FFFD}').replaceAll('\\u0000', '\\ufffd')
}

/** At once, also where the clock of the process that ended the task is ahead. */
const due = (count: number): string => `least($${count + 1}::bigint, ${now})`
/** For `ended`, the pairs of a receiver and an account (or null) in the parameters that follow the first `count`. */
const announced = (type: WebhookType, count: number): string => `
      INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
      SELECT ended.id, ended.account, addressee.receiver, '${type}', $${count + 1}::bigint, ${due(count)}
      FROM ended JOIN unnest($${count + 2}::text[], $${count + 3}::text[]) AS addressee (receiver, account) ON addressee.account IS NULL OR addressee.account = ended.account
      UNION ALL SELECT ended.id, ended.account, '${callbackReceiver}', '${type}', $${count + 1}::bigint, ${due(count)}
      FROM ended JOIN task_callback ON task_callback.task = ended.id
      ON CONFLICT DO NOTHING`
/** For `ended`, the second entry of each task in the ledger, as it was `charged`, and the balances with it. The time is the parameter after the first `count`. */
const holdEnded = (count: number): string => `entry AS (
      INSERT INTO ledger (account, subject, step, kind, available, held, created)
      SELECT hold.account, hold.subject, 1, CASE WHEN charged THEN 'settle' ELSE 'release' END,
        CASE WHEN charged THEN 0 ELSE hold.held END, -hold.held, $${count + 1}::bigint
      FROM ended JOIN ledger AS hold ON hold.account = ended.account AND hold.subject = ended.id AND hold.step = 0
      RETURNING account, available, held
    ), total AS (
      SELECT account, sum(available)::bigint AS available, sum(held)::bigint AS held FROM entry GROUP BY account
    ), balanced AS (
      UPDATE account SET available = account.available + total.available, held = account.held + total.held FROM total WHERE account.id = total.account`
/** The rest of a statement that ends tasks so: `ended` are those that it has changed; it has so many parameters. */
const ending =
  (type: WebhookType) =>
  (ended: string, count: number): string =>
    `
    WITH ${ended}, ${holdEnded(count)}
    ), announced AS (${announced(type, count)}
    )
    SELECT id FROM ended`
const completing = ending('task.completed')
const failing = ending('task.failed')
/** `now`: the place of the time among the parameters. */
const completed = (now: number): string =>
  `status = 'completed', stage = 'ended', ended = $${now}::bigint, progress = 1, lease_owner = NULL`
/** `now`: the place of the time among the parameters. `charged`: when the task is charged as it was held. */
const failed = (now: number, charged: string): string =>
  `status = 'failed', stage = 'ended', amount = CASE WHEN ${charged} THEN amount ELSE 0 END, ended = $${now}::bigint`
/** When a dead letter is charged as it was held. */
const expiredCharged = `submission <> 'none' AND NOT ${undeliveredInSql}`

const sql = statements('task-end', {
  complete: completing(
    `ended AS (
      UPDATE task SET ${completed(11)}, result_file = $3, result_type = $4, result_bytes = $5, result_seconds = $6, upstream_word = $7,
        upstream_fields = $8, upstream_usage = $9, result_others = $10
      WHERE id = $1 AND stage = 'running' AND lease_owner = $2 RETURNING id, account, true AS charged
    )`,
    10,
  ),
  deliver: completing(
    `ended AS (
      UPDATE task SET ${completed(7)}, result_file = $2, result_type = $3, result_bytes = $4, result_seconds = $5, result_others = $6
      WHERE id = $1 AND stage = 'dead' RETURNING id, account, true AS charged
    )`,
    6,
  ),
  fail: failing(
    `ended AS (
      UPDATE task SET ${failed(9, '$6::boolean')}, error = $3, error_class = $8, upstream_word = $4, upstream_fields = $5, upstream_usage = $7,
        lease_owner = NULL
      WHERE id = $1 AND stage = 'running' AND lease_owner = $2 RETURNING id, account, $6::boolean AS charged
    )`,
    8,
  ),
  // The owner stays in the row: with its next heartbeat it learns that it has lost the task.
  cancel: failing(
    `ended AS (
      UPDATE task SET ${failed(3, 'false')}, error = $2, error_class = 'cancelled'
      WHERE id = $1 AND stage <> 'ended' AND submission = 'none' RETURNING id, account, false AS charged
    )`,
    2,
  ),
  noteCancel: `UPDATE task SET cancel_reason = coalesce(cancel_reason, $2) WHERE id = $1 AND stage <> 'ended' RETURNING id`,
  endCancelled: failing(
    `ended AS (
      UPDATE task SET ${failed(4, 'false')}, error = $2, error_class = 'cancelled'
      WHERE id = $1 AND stage <> 'ended' AND submission_reference = $3 RETURNING id, account, false AS charged
    )`,
    3,
  ),
  failRestored: failing(
    `ended AS (
      UPDATE task SET ${failed(5, '$3::boolean')}, error = $2, error_class = 'operator'
      WHERE id = $1 AND stage = 'dead' AND dead_reason = $4 RETURNING id, account, $3::boolean AS charged
    )`,
    4,
  ),
  failByOperator: failing(
    `ended AS (
      UPDATE task SET ${failed(4, '$3::boolean')}, error = $2, error_class = 'operator'
      WHERE id = $1 AND stage <> 'ended' AND (submission <> 'none' OR NOT $3::boolean) RETURNING id, account, $3::boolean AS charged
    )`,
    3,
  ),
  // What became of a task that an upstream has or may have is unknown: nothing proves that it was not bought. The accounts are
  // locked in one order, since each end changes the row of its account.
  expire: failing(
    `aged AS (
      SELECT id, account FROM task WHERE id = ANY ($2::text[]) AND stage = 'dead' AND dead_since < ${now} - $1::bigint FOR NO KEY UPDATE SKIP LOCKED
    ), locked AS (
      SELECT id FROM account WHERE id IN (SELECT account FROM aged) ORDER BY id FOR NO KEY UPDATE
    ), ended AS (
      UPDATE task SET ${failed(3, expiredCharged)}, error = 'internal error: ' || dead_reason,
        error_class = CASE WHEN ${undeliveredInSql} THEN 'result' ELSE 'internal' END
      FROM aged LEFT JOIN locked ON locked.id = aged.account WHERE task.id = aged.id
      RETURNING task.id, task.account, ${expiredCharged} AS charged
    )`,
    2,
  ),
})

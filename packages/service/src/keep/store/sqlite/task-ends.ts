import type { ErrorClass } from '../../../domain/task/error-class.js'
import type { TaskResult } from '../../../domain/task/record.js'
import { integer, text, yes } from '../columns.js'
import type { Outbox } from '../outbox.js'
import { restoredReason } from '../restored-tasks.js'
import { undeliveredInSql } from '../undelivered.js'
import type { Held, HoldEnd, TaskEnd } from '../task-queue.js'
import { otherFilesColumn, usageColumn } from '../task-row.js'
import type { CancelOutcome } from '../task-store.js'
import { callbackReceiver } from '../../../domain/webhooks.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'
import type { TaskViews } from './task-views.js'

/** Ends tasks in SQLite: in one transaction the task, its credits, and who is told. */
export class SqliteTaskEnds {
  readonly #views: TaskViews
  readonly #group: GroupCommit
  readonly #outbox: Outbox
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit, views: TaskViews, outbox: Outbox) {
    this.#views = views
    this.#group = group
    this.#outbox = outbox
    this.#statements = prepare(database, sql)
  }

  /** Ends a task as its owner. False when it has ended or has another owner. */
  finish({ id, owner }: Held, end: TaskEnd): Promise<boolean> {
    const fields = end.fields === undefined ? null : JSON.stringify(end.fields)
    const word = end.word ?? null
    const usage = usageColumn(end.usage)
    return this.#ending(id, () =>
      end.status === 'completed'
        ? this.#complete(id, owner, end.result, [word, fields, usage])
        : this.#fail(id, owner, end, [word, fields, usage]),
    )
  }

  /** Fails a task that no upstream has or may have, regardless of its holder; of any other is noted that it is to be cancelled. */
  async cancel(id: string, reason: string): Promise<CancelOutcome> {
    let noted = false
    const cancelled = await this.#ending(id, () => {
      if (changes(this.#statements.cancel, this.#outbox.now(), reason, id)) return this.#end(id, 'failed', 'release')
      this.#views.forget(id)
      noted = changes(this.#statements.noteCancel, reason, id)
      return false
    })
    return cancelled ? 'cancelled' : noted ? 'noted' : 'ended'
  }

  /** Fails a task that its upstream has cancelled under this reference, regardless of its holder. */
  endCancelled(id: string, { reference, reason }: { reference: string; reason: string }): Promise<boolean> {
    return this.#ending(
      id,
      () =>
        changes(this.#statements.endCancelled, this.#outbox.now(), reason, id, reference) &&
        this.#end(id, 'failed', 'release'),
    )
  }

  /** Fails a task that was set aside after a restore. */
  failRestored(id: string, error: string, credits: HoldEnd): Promise<boolean> {
    const charged = credits === 'charged'
    return this.#ending(
      id,
      () =>
        changes(this.#statements.failRestored, charged ? 1 : 0, this.#outbox.now(), error, id, restoredReason) &&
        this.#end(id, 'failed', charged ? 'settle' : 'release'),
    )
  }

  /** Fails a task that an operator gives up, whichever process holds it. One that no upstream has or may have is not charged: it stays. */
  failByOperator(id: string, error: string, credits: HoldEnd): Promise<boolean> {
    const charged = credits === 'charged'
    const flag = charged ? 1 : 0
    return this.#ending(
      id,
      () =>
        changes(this.#statements.failByOperator, flag, this.#outbox.now(), error, id, flag) &&
        this.#end(id, 'failed', charged ? 'settle' : 'release'),
    )
  }

  /** Completes a dead letter with files that are in the store. */
  deliver(id: string, result: TaskResult): Promise<boolean> {
    return this.#ending(
      id,
      () =>
        changes(this.#statements.deliver, this.#outbox.now(), ...resultColumns(result), id) &&
        this.#end(id, 'completed', 'settle'),
    )
  }

  /** Fails those of the dead letters that were set aside before the time given. */
  async expireDeadLetters(before: number, ids: readonly string[]): Promise<number> {
    const ended = await this.#group.run(() => {
      const aged = ids.map((id) => this.#statements.aged.get(id, before)).filter((row) => row !== undefined)
      return aged.map((row) => {
        const id = text(row, 'id')
        const undelivered = yes(row, 'undelivered')
        // What became of a task that an upstream has or may have is unknown: nothing proves that it was not bought.
        const charged = text(row, 'submission') !== 'none' && !undelivered
        const error = `internal error: ${text(row, 'dead_reason')}`
        const because: ErrorClass = undelivered ? 'result' : 'internal'
        if (changes(this.#statements.expire, charged ? 1 : 0, this.#outbox.now(), error, because, id))
          this.#end(id, 'failed', charged ? 'settle' : 'release')
        return id
      })
    })
    if (ended.length > 0) this.#outbox.ended(ended)
    return ended.length
  }

  async #ending(id: string, change: () => boolean): Promise<boolean> {
    const ended = await this.#group.run(change)
    if (ended) this.#outbox.ended([id])
    return ended
  }

  #complete(id: string, owner: string, result: TaskResult, said: readonly (string | null)[]): boolean {
    const values = [this.#outbox.now(), ...resultColumns(result), ...said, id, owner]
    return changes(this.#statements.complete, ...values) && this.#end(id, 'completed', 'settle')
  }

  #fail(
    id: string,
    owner: string,
    { error, credits, because }: Extract<TaskEnd, { status: 'failed' }>,
    said: readonly (string | null)[],
  ): boolean {
    const charged = credits === 'charged'
    const now = this.#outbox.now()
    if (!changes(this.#statements.fail, charged ? 1 : 0, now, error, because, ...said, id, owner)) return false
    return this.#end(id, 'failed', charged ? 'settle' : 'release')
  }

  #end(id: string, status: TaskEnd['status'], hold: 'settle' | 'release'): true {
    this.#views.forget(id)
    this.#endHold(id, hold)
    const now = this.#outbox.now()
    for (const { receiver, account } of this.#outbox.addressees(`task.${status}`))
      this.#statements.announce.run(receiver, `task.${status}`, now, now, id, account, account)
    this.#statements.callBack.run(callbackReceiver, `task.${status}`, now, now, id)
    return true
  }

  /** The second entry of a task in the ledger: what was held is spent, or available again. */
  #endHold(id: string, kind: 'settle' | 'release'): void {
    const hold = this.#statements.findHold.get(id, id)
    if (hold === undefined) return
    const [account, held] = [text(hold, 'account'), integer(hold, 'held')]
    const back = kind === 'release' ? held : 0
    this.#statements.endHold.run(account, id, kind, back, -held, this.#outbox.now())
    this.#statements.moveCredits.run(back, -held, account)
  }
}

/** The files of a task, as `completed` takes them. */
function resultColumns(result: TaskResult): (string | number | null)[] {
  const { file, contentType, bytes, seconds } = result
  return [file, contentType, bytes, seconds ?? null, otherFilesColumn(result)]
}

const completed = `status = 'completed', stage = 'ended', ended = ?, progress = 1, lease_owner = NULL,
    result_file = ?, result_type = ?, result_bytes = ?, result_seconds = ?, result_others = ?`
const failed = `status = 'failed', stage = 'ended', amount = 0, ended = ?`
/** The same for a task that may be charged as it was held. */
const maybeCharged = `status = 'failed', stage = 'ended', amount = CASE WHEN ? THEN amount ELSE 0 END, ended = ?`
const ours = `id = ? AND stage = 'running' AND lease_owner = ?`

const sql = {
  complete: `UPDATE OR ROLLBACK task SET ${completed}, upstream_word = ?, upstream_fields = ?, upstream_usage = ? WHERE ${ours}`,
  fail: `UPDATE OR ROLLBACK task SET ${maybeCharged}, error = ?, error_class = ?, upstream_word = ?, upstream_fields = ?, upstream_usage = ?, lease_owner = NULL WHERE ${ours}`,
  // The owner stays in the row: with its next heartbeat it learns that it has lost the task.
  cancel: `UPDATE OR ROLLBACK task SET ${failed}, error = ?, error_class = 'cancelled' WHERE id = ? AND stage <> 'ended' AND submission = 'none'`,
  noteCancel: `UPDATE OR ROLLBACK task SET cancel_reason = coalesce(cancel_reason, ?) WHERE id = ? AND stage <> 'ended'`,
  endCancelled: `UPDATE OR ROLLBACK task SET ${failed}, error = ?, error_class = 'cancelled' WHERE id = ? AND stage <> 'ended' AND submission_reference = ?`,
  failRestored: `UPDATE OR ROLLBACK task SET ${maybeCharged}, error = ?, error_class = 'operator' WHERE id = ? AND stage = 'dead' AND dead_reason = ?`,
  failByOperator: `UPDATE OR ROLLBACK task SET ${maybeCharged}, error = ?, error_class = 'operator' WHERE id = ? AND stage <> 'ended' AND (submission <> 'none' OR NOT ?)`,
  expire: `UPDATE OR ROLLBACK task SET ${maybeCharged}, error = ?, error_class = ? WHERE id = ? AND stage = 'dead'`,
  deliver: `UPDATE OR ROLLBACK task SET ${completed} WHERE id = ? AND stage = 'dead'`,
  aged: `SELECT id, submission, dead_reason, ${undeliveredInSql} AS undelivered FROM task WHERE id = ? AND stage = 'dead' AND dead_since < ?`,
  announce: `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
    SELECT id, account, ?, ?, ?, ? FROM task WHERE id = ? AND (account = ? OR ? IS NULL) ON CONFLICT DO NOTHING`,
  callBack: `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
    SELECT id, account, ?, ?, ?, ? FROM task JOIN task_callback ON task_callback.task = id WHERE id = ? ON CONFLICT DO NOTHING`,
  moveCredits: 'UPDATE account SET available = available + ?, held = held + ? WHERE id = ?',
  findHold: `SELECT account, held FROM ledger WHERE account = (SELECT account FROM task WHERE id = ?) AND subject = ? AND step = 0`,
  endHold:
    'INSERT OR ROLLBACK INTO ledger (account, subject, step, kind, available, held, created) VALUES (?, ?, 1, ?, ?, ?, ?)',
} as const

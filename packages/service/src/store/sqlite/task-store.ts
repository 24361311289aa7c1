import type { TaskRecord, TaskView } from '../../task/record.js'
import { integer, text, yes } from '../columns.js'
import type { Outbox } from '../outbox.js'
import { taskFromRow, viewColumns, viewFromRow } from '../task-row.js'
import { listTasks } from '../task-list.js'
import type { NewTask, SubmitOutcome, TaskEnd, TaskPage, TaskQuery, TaskStore } from '../task-store.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'

const unfinished = `status IN ('queued', 'processing')`

/** So many tasks are kept at hand, so that polling one does not read it from the file each time. */
const mostAtHand = 10_000

/**
 * Tasks in SQLite. This process alone changes them (the data folder is locked), so that a task that was read stays
 * true until it is changed here.
 */
export class SqliteTaskStore implements TaskStore {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit
  readonly #outbox: Outbox

  readonly #atHand = new Map<string, TaskView>()
  /** Accounts without credits to count, which they stay. */
  readonly #unlimited = new Set<string>()
  readonly #statements: Record<StatementName, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit, outbox: Outbox) {
    this.#database = database
    this.#group = group
    this.#outbox = outbox
    this.#statements = prepareAll(database)
  }

  submit(entry: NewTask): Promise<SubmitOutcome> {
    return this.#group.run(() => this.#accept(entry))
  }

  async find(account: string, id: string): Promise<TaskView | undefined> {
    const task = this.#recall(id)
    return task?.account === account ? task : undefined
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const row = this.#statements.read.get(id)
    return row === undefined ? undefined : taskFromRow(row)
  }

  list(account: string, query: TaskQuery): Promise<TaskPage> {
    return listTasks(account, query, {
      placeholder: () => '?',
      use: (index) => `INDEXED BY ${index}`,
      run: async (sql, values) => this.#database.prepare(sql).all(...values),
    })
  }

  async unfinished(): Promise<string[]> {
    return this.#statements.unfinished.all().map((row) => text(row, 'id'))
  }

  begin(id: string): Promise<boolean> {
    return this.#change(id, () => changed(this.#statements.begin.run(id)))
  }

  noteSent(id: string, at: number, place?: string): Promise<boolean> {
    return this.#change(id, () => changed(this.#statements.noteSent.run(at, place ?? null, id)))
  }

  noteNotSent(id: string): Promise<void> {
    return this.#change(id, () => void this.#statements.noteNotSent.run(id))
  }

  noteAccepted(id: string, reference: string): Promise<boolean> {
    return this.#change(id, () => changed(this.#statements.noteAccepted.run(reference, id)))
  }

  noteProgress(id: string, fraction: number): Promise<void> {
    return this.#change(id, () => void this.#statements.noteProgress.run(fraction, id))
  }

  finish(id: string, end: TaskEnd): Promise<boolean> {
    return this.#end(id, end.status, () =>
      end.status === 'completed' ? this.#complete(id, end.result) : this.#fail(id, end.error),
    )
  }

  cancel(id: string, reason: string): Promise<boolean> {
    return this.#end(id, 'failed', () => this.#fail(id, reason))
  }

  async agedResults(before: number, limit: number, skip: number): Promise<{ id: string; file: string }[]> {
    return this.#statements.agedResults
      .all(before, limit, skip)
      .map((row) => ({ id: text(row, 'id'), file: text(row, 'result_file') }))
  }

  forgetResult(id: string): Promise<void> {
    return this.#change(id, () => void this.#statements.forgetResult.run(id))
  }

  forgetKeys(before: number, limit: number): Promise<number> {
    return this.#group.run(() => Number(this.#statements.forgetKeys.run(before, limit).changes))
  }

  #recall(id: string): TaskView | undefined {
    const known = this.#atHand.get(id)
    if (known !== undefined) return known
    const row = this.#statements.view.get(id)
    if (row === undefined) return undefined
    const task = viewFromRow(row)
    if (this.#atHand.size >= mostAtHand) this.#atHand.clear()
    this.#atHand.set(id, task)
    return task
  }

  /** Nothing reads between a change and its commit, both being of one turn; what is at hand is always committed. */
  #change<T>(id: string, change: () => T): Promise<T> {
    return this.#group.run(() => {
      this.#atHand.delete(id)
      return change()
    })
  }

  /** Ends a task, and writes in the same transaction who is to be told. */
  async #end(id: string, status: TaskEnd['status'], change: () => boolean): Promise<boolean> {
    const ended = await this.#change(id, () => {
      if (!change()) return false
      const now = this.#outbox.now()
      for (const { receiver, account } of this.#outbox.addressees(`task.${status}`))
        this.#statements.announce.run(receiver, `task.${status}`, now, now, id, account, account)
      return true
    })
    if (ended) this.#outbox.written()
    return ended
  }

  #accept({ task, idempotency }: NewTask): SubmitOutcome {
    if (idempotency !== undefined) {
      const known = this.#statements.findKey.get(task.account, idempotency.key)
      if (known !== undefined) return this.#replay(known['body_hash'] === idempotency.bodyHash, text(known, 'task'))
    }
    const available = this.#creditsOf(task.account)
    if (available < task.amount) return { outcome: 'no-credits', available, needed: task.amount }
    if (available !== Infinity) {
      this.#statements.hold.run(task.account, task.id, -task.amount, task.amount, task.created)
      this.#statements.moveCredits.run(-task.amount, task.amount, task.account)
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
    )
    if (idempotency !== undefined)
      this.#statements.addKey.run(task.account, idempotency.key, idempotency.bodyHash, task.id, task.created)
    return { outcome: 'accepted' }
  }

  #creditsOf(account: string): number {
    if (this.#unlimited.has(account)) return Infinity
    const row = this.#statements.credits.get(account)
    if (row === undefined) throw new Error(`there is no account ${account}`)
    if (!yes(row, 'unlimited')) return integer(row, 'available')
    this.#unlimited.add(account)
    return Infinity
  }

  #replay(sameBody: boolean, id: string): SubmitOutcome {
    if (!sameBody) return { outcome: 'key-conflict' }
    const row = this.#statements.view.get(id)
    if (row === undefined) throw new Error(`the task ${id} of an idempotency key is gone`)
    return { outcome: 'replayed', task: viewFromRow(row) }
  }

  #complete(id: string, result: { file: string; contentType: string; bytes: number; seconds?: number }): boolean {
    const ended = changed(
      this.#statements.complete.run(result.file, result.contentType, result.bytes, result.seconds ?? null, id),
    )
    if (ended) this.#endHold(id, 'settle')
    return ended
  }

  #fail(id: string, error: string): boolean {
    const ended = changed(this.#statements.fail.run(error, id))
    if (ended) this.#endHold(id, 'release')
    return ended
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

function changed(outcome: { changes: number | bigint }): boolean {
  return Number(outcome.changes) > 0
}

type StatementName = keyof typeof sql

const sql = {
  read: 'SELECT * FROM task WHERE id = ?',
  view: `SELECT ${viewColumns} FROM task WHERE id = ?`,
  unfinished: `SELECT id FROM task WHERE ${unfinished} ORDER BY id`,
  insert:
    'INSERT INTO task (id, account, model, kind, parameters, status, created, amount) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  begin: `UPDATE task SET status = 'processing' WHERE id = ? AND ${unfinished}`,
  noteSent: `UPDATE task SET submission = 'sent', submission_at = ?, submission_place = ? WHERE id = ? AND ${unfinished} AND submission <> 'accepted'`,
  noteNotSent: `UPDATE task SET submission = 'none', submission_at = NULL, submission_place = NULL WHERE id = ? AND ${unfinished} AND submission = 'sent'`,
  noteAccepted: `UPDATE task SET submission = 'accepted', submission_reference = ? WHERE id = ? AND ${unfinished} AND submission = 'sent'`,
  noteProgress: `UPDATE task SET progress = max(progress, ?) WHERE id = ? AND ${unfinished}`,
  complete: `UPDATE task SET status = 'completed', progress = 1, result_file = ?, result_type = ?, result_bytes = ?, result_seconds = ? WHERE id = ? AND ${unfinished}`,
  fail: `UPDATE task SET status = 'failed', amount = 0, error = ? WHERE id = ? AND ${unfinished}`,
  announce: `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
    SELECT id, account, ?, ?, ?, ? FROM task WHERE id = ? AND (account = ? OR ? IS NULL) ON CONFLICT DO NOTHING`,
  credits: 'SELECT unlimited, available FROM account WHERE id = ?',
  moveCredits: 'UPDATE account SET available = available + ?, held = held + ? WHERE id = ?',
  hold: `INSERT INTO ledger (account, subject, step, kind, available, held, created) VALUES (?, ?, 0, 'hold', ?, ?, ?)`,
  findHold: `SELECT account, held FROM ledger WHERE account = (SELECT account FROM task WHERE id = ?) AND subject = ? AND step = 0`,
  endHold: 'INSERT INTO ledger (account, subject, step, kind, available, held, created) VALUES (?, ?, 1, ?, ?, ?, ?)',
  findKey: 'SELECT body_hash, task FROM idempotency WHERE account = ? AND key = ?',
  addKey: 'INSERT INTO idempotency (account, key, body_hash, task, created) VALUES (?, ?, ?, ?, ?)',
  agedResults:
    'SELECT id, result_file FROM task WHERE result_file IS NOT NULL AND created < ? ORDER BY created, id LIMIT ? OFFSET ?',
  forgetResult: 'UPDATE task SET result_file = NULL WHERE id = ?',
  forgetKeys: `DELETE FROM idempotency WHERE (account, key) IN (SELECT account, key FROM idempotency WHERE created < ? ORDER BY created LIMIT ?)`,
} as const

function prepareAll(database: SqliteDatabase): Record<StatementName, SqliteStatement> {
  const names = Object.keys(sql) as StatementName[]
  return Object.fromEntries(names.map((name) => [name, database.prepare(sql[name])])) as Record<
    StatementName,
    SqliteStatement
  >
}

import { integer, number, present, text } from '../columns.js'
import type { LedgerEntry, OperatorAction, OperatorStore, StoryDelivery, UpstreamHold } from '../operator-store.js'
import { actionFromRow, holdFromRow } from '../operator-rows.js'
import type { HoldEnd } from '../task-queue.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'
import type { SqliteTaskEnds } from './task-ends.js'
import type { TaskViews } from './task-views.js'

/** What operators decide, in SQLite. */
export class SqliteOperatorStore implements OperatorStore {
  readonly #group: GroupCommit
  readonly #views: TaskViews
  readonly #ends: SqliteTaskEnds
  readonly #now: () => number
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(
    database: SqliteDatabase,
    { group, views, ends, now }: { group: GroupCommit; views: TaskViews; ends: SqliteTaskEnds; now: () => number },
  ) {
    this.#group = group
    this.#views = views
    this.#ends = ends
    this.#now = now
    this.#statements = prepare(database, sql)
  }

  note({ at, who, action, subject, detail }: OperatorAction): Promise<void> {
    return this.#group.run(() => void this.#statements.note.run(at, who, action, subject, detail ?? null))
  }

  async actions(limit: number, subject?: string): Promise<OperatorAction[]> {
    const rows =
      subject === undefined ? this.#statements.actions.all(limit) : this.#statements.actionsOf.all(subject, limit)
    return rows.map(actionFromRow)
  }

  async holds(): Promise<UpstreamHold[]> {
    return this.#statements.holds.all().map(holdFromRow)
  }

  hold({ queue, since, who, reason }: UpstreamHold): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.hold, queue, since, who, reason))
  }

  endHold(queue: string): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.endHold, queue))
  }

  adopt(id: string, reference: string, identity?: string): Promise<boolean> {
    const now = this.#now()
    return this.#views.change(id, () => changes(this.#statements.adopt, reference, now, now, identity ?? null, id))
  }

  fail(id: string, error: string, credits: HoldEnd): Promise<boolean> {
    return this.#ends.failByOperator(id, error, credits)
  }

  async isSetAside(id: string): Promise<boolean> {
    return this.#statements.isSetAside.get(id) !== undefined
  }

  async ledgerOf(account: string, task: string): Promise<LedgerEntry[]> {
    return this.#statements.ledgerOf.all(account, task).map((row) => ({
      at: number(row, 'created'),
      kind: text(row, 'kind'),
      available: integer(row, 'available'),
      held: integer(row, 'held'),
    }))
  }

  async deliveriesOf(task: string): Promise<StoryDelivery[]> {
    return this.#statements.deliveriesOf.all(task).map((row) => ({
      receiver: text(row, 'receiver'),
      type: text(row, 'type'),
      attempts: number(row, 'attempts'),
      due: present(row, 'given_up') ? undefined : number(row, 'due'),
      answer: present(row, 'answer') ? text(row, 'answer') : undefined,
    }))
  }
}

const sql = {
  note: 'INSERT INTO operator_action (at, who, action, subject, detail) VALUES (?, ?, ?, ?, ?)',
  actions: 'SELECT * FROM operator_action ORDER BY id DESC LIMIT ?',
  actionsOf: 'SELECT * FROM operator_action WHERE subject = ? ORDER BY id DESC LIMIT ?',
  holds: 'SELECT * FROM upstream_hold ORDER BY queue',
  hold: 'INSERT INTO upstream_hold (queue, since, who, reason) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  endHold: 'DELETE FROM upstream_hold WHERE queue = ?',
  adopt: `UPDATE OR ROLLBACK task SET submission = 'accepted', submission_reference = ?, submission_at = coalesce(submission_at, ?), accepted_at = ?,
    status = 'processing', stage = 'accepted', not_before = 0, lease_owner = NULL, dead_since = NULL, dead_reason = NULL, faults = 0,
    submission_identity = CASE submission WHEN 'sent' THEN submission_identity ELSE ? END
    WHERE id = ? AND submission <> 'accepted' AND stage IN ('waiting', 'sent', 'dead')`,
  isSetAside: `SELECT 1 FROM task WHERE id = ? AND stage = 'dead'`,
  ledgerOf: 'SELECT * FROM ledger WHERE account = ? AND subject = ? ORDER BY step',
  deliveriesOf: 'SELECT * FROM webhook_delivery WHERE task = ? ORDER BY receiver',
} as const

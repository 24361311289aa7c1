import type { Pool } from 'pg'
import { integer, number, present, text } from '../columns.js'
import { actionFromRow, holdFromRow } from '../operator-rows.js'
import type { LedgerEntry, OperatorAction, OperatorStore, StoryDelivery, UpstreamHold } from '../operator-store.js'
import type { HoldEnd } from '../task-queue.js'
import { changes, now, run, statements } from './database.js'
import { storable, type PostgresTaskEnds } from './task-ends.js'

/** What operators decide, in PostgreSQL. */
export class PostgresOperatorStore implements OperatorStore {
  readonly #pool: Pool
  readonly #ends: PostgresTaskEnds

  constructor(pool: Pool, ends: PostgresTaskEnds) {
    this.#pool = pool
    this.#ends = ends
  }

  async note({ at, who, action, subject, detail }: OperatorAction): Promise<void> {
    const words = [who, action, subject, detail ?? ''].map(storable)
    await run(this.#pool, sql.note, [at, ...words.slice(0, 3), detail === undefined ? null : words[3]])
  }

  async actions(limit: number, subject?: string): Promise<OperatorAction[]> {
    const rows = await (subject === undefined
      ? run(this.#pool, sql.actions, [limit])
      : run(this.#pool, sql.actionsOf, [subject, limit]))
    return rows.map(actionFromRow)
  }

  async holds(): Promise<UpstreamHold[]> {
    return (await run(this.#pool, sql.holds, [])).map(holdFromRow)
  }

  hold({ queue, since, who, reason }: UpstreamHold): Promise<boolean> {
    return changes(this.#pool, sql.hold, [queue, since, storable(who), storable(reason)])
  }

  endHold(queue: string): Promise<boolean> {
    return changes(this.#pool, sql.endHold, [queue])
  }

  adopt(id: string, reference: string, identity?: string): Promise<boolean> {
    return changes(this.#pool, sql.adopt, [id, storable(reference), identity ?? null])
  }

  fail(id: string, error: string, credits: HoldEnd): Promise<boolean> {
    return this.#ends.failByOperator(id, error, credits)
  }

  async isSetAside(id: string): Promise<boolean> {
    return (await run(this.#pool, sql.isSetAside, [id])).length > 0
  }

  async ledgerOf(account: string, task: string): Promise<LedgerEntry[]> {
    return (await run(this.#pool, sql.ledgerOf, [account, task])).map((row) => ({
      at: number(row, 'created'),
      kind: text(row, 'kind'),
      available: integer(row, 'available'),
      held: integer(row, 'held'),
    }))
  }

  async deliveriesOf(task: string): Promise<StoryDelivery[]> {
    return (await run(this.#pool, sql.deliveriesOf, [task])).map((row) => ({
      receiver: text(row, 'receiver'),
      type: text(row, 'type'),
      attempts: number(row, 'attempts'),
      due: present(row, 'given_up') ? undefined : number(row, 'due'),
      answer: present(row, 'answer') ? text(row, 'answer') : undefined,
    }))
  }
}

const sql = statements('operator', {
  note: 'INSERT INTO operator_action (at, who, action, subject, detail) VALUES ($1, $2, $3, $4, $5)',
  actions: 'SELECT * FROM operator_action ORDER BY id DESC LIMIT $1',
  actionsOf: 'SELECT * FROM operator_action WHERE subject = $1 ORDER BY id DESC LIMIT $2',
  holds: 'SELECT * FROM upstream_hold ORDER BY queue',
  hold: 'INSERT INTO upstream_hold (queue, since, who, reason) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING queue',
  endHold: 'DELETE FROM upstream_hold WHERE queue = $1 RETURNING queue',
  adopt: `UPDATE task SET submission = 'accepted', submission_reference = $2, submission_at = coalesce(submission_at, ${now}), accepted_at = ${now},
    status = 'processing', stage = 'accepted', not_before = 0, lease_owner = NULL, dead_since = NULL, dead_reason = NULL, faults = 0,
    submission_identity = CASE submission WHEN 'sent' THEN submission_identity ELSE $3::text END
    WHERE id = $1 AND submission <> 'accepted' AND stage IN ('waiting', 'sent', 'dead') RETURNING id`,
  isSetAside: `SELECT id FROM task WHERE id = $1 AND stage = 'dead'`,
  ledgerOf: 'SELECT * FROM ledger WHERE account = $1 AND subject = $2 ORDER BY step',
  deliveriesOf: 'SELECT * FROM webhook_delivery WHERE task = $1 ORDER BY receiver',
})

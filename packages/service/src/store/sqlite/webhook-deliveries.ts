import { deliveryFromRow, pendingFromRows } from '../webhook-row.js'
import type { ClaimedDelivery, WebhookDeliveries, WebhookDelivery } from '../webhook-deliveries.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'

/** What has to be delivered, in SQLite. A claim only moves the time at which a row is due. */
export class SqliteWebhookDeliveries implements WebhookDeliveries {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit

  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#database = database
    this.#group = group
    this.#statements = {
      anyDue: database.prepare(sql.anyDue),
      claim: database.prepare(sql.claim),
      remove: database.prepare(sql.remove),
      noteFailed: database.prepare(sql.noteFailed),
      giveBack: database.prepare(sql.giveBack),
    }
  }

  async claim(receiver: string, limit: number, now: number, until: number): Promise<ClaimedDelivery[]> {
    // Asked every second, and mostly in vain: then nothing is locked and nothing committed.
    if (this.#statements.anyDue.get(receiver, now) === undefined) return []
    return this.#group.run(() =>
      this.#statements.claim
        .all(until, receiver, receiver, now, limit)
        .map(deliveryFromRow)
        .sort((one, other) => one.ended - other.ended),
    )
  }

  remove({ task, receiver }: WebhookDelivery): Promise<void> {
    return this.#group.run(() => void this.#statements.remove.run(task, receiver))
  }

  noteFailed({ task, receiver, heldUntil }: ClaimedDelivery, due: number): Promise<void> {
    return this.#group.run(() => void this.#statements.noteFailed.run(due, task, receiver, heldUntil))
  }

  giveBack({ task, receiver, heldUntil }: ClaimedDelivery): Promise<void> {
    return this.#group.run(() => void this.#statements.giveBack.run(task, receiver, heldUntil))
  }

  async pending(): Promise<ReadonlyMap<string, number>> {
    return pendingFromRows(
      this.#database.prepare('SELECT receiver, count(*) AS pending FROM webhook_delivery GROUP BY receiver').all(),
    )
  }
}

const sql = {
  anyDue: 'SELECT 1 FROM webhook_delivery WHERE receiver = ? AND due <= ? LIMIT 1',
  claim: `UPDATE webhook_delivery SET due = ? WHERE receiver = ? AND task IN (
    SELECT task FROM webhook_delivery WHERE receiver = ? AND due <= ? ORDER BY due, task LIMIT ?
  ) RETURNING *`,
  remove: 'DELETE FROM webhook_delivery WHERE task = ? AND receiver = ?',
  noteFailed:
    'UPDATE webhook_delivery SET attempts = attempts + 1, due = ? WHERE task = ? AND receiver = ? AND due = ?',
  giveBack: 'UPDATE webhook_delivery SET due = ended WHERE task = ? AND receiver = ? AND due = ?',
} as const

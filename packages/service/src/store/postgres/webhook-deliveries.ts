import type { Pool } from 'pg'
import { deliveryFromRow, pendingFromRows } from '../webhook-row.js'
import type { ClaimedDelivery, WebhookDeliveries, WebhookDelivery } from '../webhook-deliveries.js'
import { run, statements } from './database.js'

/** What has to be delivered, in PostgreSQL. A claim only moves the time at which a row is due. */
export class PostgresWebhookDeliveries implements WebhookDeliveries {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async claim(receiver: string, limit: number, now: number, until: number): Promise<ClaimedDelivery[]> {
    const rows = await run(this.#pool, sql.claim, [receiver, limit, now, until])
    return rows.map(deliveryFromRow).sort((one, other) => one.ended - other.ended)
  }

  async remove({ task, receiver }: WebhookDelivery): Promise<void> {
    await run(this.#pool, sql.remove, [task, receiver])
  }

  async noteFailed({ task, receiver, heldUntil }: ClaimedDelivery, due: number): Promise<void> {
    await run(this.#pool, sql.noteFailed, [task, receiver, heldUntil, due])
  }

  async giveBack({ task, receiver, heldUntil }: ClaimedDelivery): Promise<void> {
    await run(this.#pool, sql.giveBack, [task, receiver, heldUntil])
  }

  async pending(): Promise<ReadonlyMap<string, number>> {
    return pendingFromRows(await run(this.#pool, sql.pending))
  }
}

const held = 'task = $1 AND receiver = $2 AND due = $3'

const sql = statements('webhook', {
  claim: `
    WITH free AS (
      SELECT task FROM webhook_delivery WHERE receiver = $1 AND due <= $3 ORDER BY due, task LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_delivery SET due = $4 FROM free
    WHERE webhook_delivery.task = free.task AND webhook_delivery.receiver = $1 RETURNING webhook_delivery.*`,
  remove: 'DELETE FROM webhook_delivery WHERE task = $1 AND receiver = $2',
  noteFailed: `UPDATE webhook_delivery SET attempts = attempts + 1, due = $4 WHERE ${held}`,
  giveBack: `UPDATE webhook_delivery SET due = ended WHERE ${held}`,
  pending: 'SELECT receiver, count(*) AS pending FROM webhook_delivery GROUP BY receiver',
})

import type { Pool } from 'pg'
import { text } from '../columns.js'
import { deliveryFromRow, neverDue, pendingFromRows, shownFromRow } from '../webhook-row.js'
import type { ClaimedDelivery, ShownDelivery, Turn, WebhookDeliveries, WebhookDelivery } from '../webhook-deliveries.js'
import { callbackReceiver } from '../../../domain/webhooks.js'
import { changes, now, run, statements } from './database.js'

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

  async claimInTurn(
    receiver: string,
    limit: number,
    now: number,
    until: number,
    { except, after }: Turn,
  ): Promise<ClaimedDelivery[]> {
    const rows = await run(this.#pool, sql.claimInTurn, [receiver, limit, now, until, except, after])
    if (rows.length < limit)
      rows.push(...(await run(this.#pool, sql.claimInTurn, [receiver, limit - rows.length, now, until, except, ''])))
    return rows.map(deliveryFromRow).sort((one, other) => one.ended - other.ended)
  }

  async remove({ task, receiver }: WebhookDelivery): Promise<void> {
    await run(this.#pool, sql.remove, [task, receiver])
  }

  async noteFailed({ task, receiver, heldUntil }: ClaimedDelivery, due: number, answer: string): Promise<void> {
    await run(this.#pool, sql.noteFailed, [task, receiver, heldUntil, due, answer])
  }

  async giveUp({ task, receiver, heldUntil }: ClaimedDelivery, at: number, answer: string): Promise<void> {
    await run(this.#pool, sql.giveUp, [task, receiver, heldUntil, neverDue, at, answer])
  }

  async giveBack({ task, receiver, heldUntil }: ClaimedDelivery): Promise<void> {
    await run(this.#pool, sql.giveBack, [task, receiver, heldUntil])
  }

  async shortenWaits(now: number, { untried, tried }: { untried: number; tried: number }): Promise<void> {
    await run(this.#pool, sql.shortenWaits, [now, untried, tried])
  }

  async pending(): Promise<ReadonlyMap<string, number>> {
    return pendingFromRows(await run(this.#pool, sql.pending))
  }

  async list(limit: number): Promise<ShownDelivery[]> {
    return (await run(this.#pool, sql.list, [limit])).map(shownFromRow)
  }

  replay(task: string, receiver: string, now: number): Promise<boolean> {
    return changes(this.#pool, sql.replay, [task, receiver, now])
  }

  async forget(before: number, limit: number): Promise<number> {
    const deliveries = await run(this.#pool, sql.forget, [before, limit])
    const callbacks = await run(this.#pool, sql.forgetCallbacks, [before, limit])
    return deliveries.length + callbacks.length
  }

  async addCallback(task: string, url: string, created: number): Promise<void> {
    await run(this.#pool, sql.addCallback, [task, url, created])
  }

  async removeCallback(task: string): Promise<void> {
    await run(this.#pool, sql.removeCallback, [task])
  }

  async callbackOf(task: string): Promise<string | undefined> {
    const [row] = await run(this.#pool, sql.callbackOf, [task])
    return row === undefined ? undefined : text(row, 'url')
  }
}

const held = 'task = $1 AND receiver = $2 AND due = $3'

/** Holds those that are `free`. */
const hold = `
    UPDATE webhook_delivery SET due = $4 FROM free
    WHERE webhook_delivery.task = free.task AND webhook_delivery.receiver = $1 RETURNING webhook_delivery.*`

/** One look into the index for each account: what is due of one that is left out may be hundreds of thousands. */
export const claimInTurn = `
  WITH RECURSIVE waiting (account) AS (
    (SELECT account FROM webhook_delivery WHERE receiver = $1 AND given_up IS NULL AND account > $6 ORDER BY account LIMIT 1)
    UNION ALL
    SELECT (
      SELECT account FROM webhook_delivery WHERE receiver = $1 AND given_up IS NULL AND account > waiting.account ORDER BY account LIMIT 1
    )
    FROM waiting WHERE waiting.account IS NOT NULL
  ), chosen AS (
    SELECT oldest.task FROM waiting CROSS JOIN LATERAL (
      SELECT task FROM webhook_delivery
      WHERE receiver = $1 AND given_up IS NULL AND account = waiting.account AND due <= $3 ORDER BY due, task LIMIT $2
    ) AS oldest
    WHERE waiting.account <> ALL ($5::text[]) LIMIT $2
  ), free AS (
    SELECT task FROM webhook_delivery WHERE receiver = $1 AND task IN (SELECT task FROM chosen) AND due <= $3 FOR UPDATE SKIP LOCKED
  ) ${hold}`

const sql = statements('webhook', {
  claim: `
    WITH free AS (
      SELECT task FROM webhook_delivery WHERE receiver = $1 AND due <= $3 ORDER BY due, task LIMIT $2 FOR UPDATE SKIP LOCKED
    ) ${hold}`,
  claimInTurn,
  remove: 'DELETE FROM webhook_delivery WHERE task = $1 AND receiver = $2',
  noteFailed: `UPDATE webhook_delivery SET attempts = attempts + 1, due = $4, answer = $5 WHERE ${held}`,
  giveUp: `UPDATE webhook_delivery SET attempts = attempts + 1, due = $4, given_up = $5, answer = $6 WHERE ${held}`,
  giveBack: `UPDATE webhook_delivery SET due = least(ended, ${now}) WHERE ${held}`,
  shortenWaits: `UPDATE webhook_delivery SET due = $1::bigint
    WHERE given_up IS NULL AND due > $1::bigint + CASE attempts WHEN 0 THEN $2::bigint ELSE $3::bigint END`,
  pending: 'SELECT receiver, count(*) AS pending FROM webhook_delivery WHERE given_up IS NULL GROUP BY receiver',
  list: 'SELECT * FROM webhook_delivery ORDER BY given_up IS NULL, due, task LIMIT $1',
  replay: `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
    SELECT id, account, $2, 'task.' || status, coalesce(ended, (SELECT created FROM ledger WHERE account = task.account AND subject = id AND step = 1), $3), $3
    FROM task WHERE id = $1 AND stage = 'ended'
      AND ($2 <> '${callbackReceiver}' OR EXISTS (SELECT FROM task_callback WHERE task_callback.task = $1))
      AND $2 NOT LIKE 'alerts:%'
    UNION ALL SELECT id, account, $2, type, at, $3::bigint FROM alert WHERE id = $1 AND $2 LIKE 'alerts:%'
    ON CONFLICT (task, receiver) DO UPDATE SET due = excluded.due, attempts = 0, given_up = NULL
    RETURNING task`,
  forget: `DELETE FROM webhook_delivery WHERE (task, receiver) IN (SELECT task, receiver FROM webhook_delivery WHERE given_up < $1 LIMIT $2) RETURNING task`,
  addCallback: 'INSERT INTO task_callback (task, url, created) VALUES ($1, $2, $3)',
  removeCallback: 'DELETE FROM task_callback WHERE task = $1',
  callbackOf: 'SELECT url FROM task_callback WHERE task = $1',
  forgetCallbacks: `DELETE FROM task_callback WHERE task IN (SELECT task_callback.task FROM task_callback LEFT JOIN task ON task.id = task_callback.task
    WHERE task_callback.created < $1 AND (stage = 'ended' OR stage IS NULL)
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE webhook_delivery.task = task_callback.task)
    ORDER BY task_callback.created LIMIT $2) RETURNING task`,
})

import { text, type Row } from '../columns.js'
import { deliveryFromRow, neverDue, pendingFromRows, shownFromRow } from '../webhook-row.js'
import type { ClaimedDelivery, ShownDelivery, Turn, WebhookDeliveries, WebhookDelivery } from '../webhook-deliveries.js'
import { callbackReceiver } from '../../../domain/webhooks.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'

/** What has to be delivered, in SQLite. A claim only moves the time at which a row is due. */
export class SqliteWebhookDeliveries implements WebhookDeliveries {
  readonly #group: GroupCommit

  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#group = group
    this.#statements = prepare(database, sql)
  }

  claim(receiver: string, limit: number, now: number, until: number): Promise<ClaimedDelivery[]> {
    return this.#hold(receiver, now, until, () => this.#statements.due.all(receiver, now, limit))
  }

  claimInTurn(
    receiver: string,
    limit: number,
    now: number,
    until: number,
    { except, after }: Turn,
  ): Promise<ClaimedDelivery[]> {
    const without = JSON.stringify(except)
    const dueAfter = (account: string, most: number): Row[] =>
      this.#statements.dueInTurn.all(receiver, account, receiver, receiver, now, without, most)
    return this.#hold(receiver, now, until, () => {
      const later = dueAfter(after, limit)
      return later.length < limit ? [...later, ...dueAfter('', limit - later.length)] : later
    })
  }

  /** Holds what is chosen in the same transaction. */
  async #hold(receiver: string, now: number, until: number, choose: () => Row[]): Promise<ClaimedDelivery[]> {
    // Asked every second, and mostly in vain: then nothing is locked and nothing committed.
    if (this.#statements.anyDue.get(receiver, now) === undefined) return []
    return this.#group.run(() => {
      const tasks = JSON.stringify(choose().map((row) => text(row, 'task')))
      return this.#statements.hold
        .all(until, receiver, tasks)
        .map(deliveryFromRow)
        .sort((one, other) => one.ended - other.ended)
    })
  }

  remove({ task, receiver }: WebhookDelivery): Promise<void> {
    return this.#group.run(() => void this.#statements.remove.run(task, receiver))
  }

  noteFailed({ task, receiver, heldUntil }: ClaimedDelivery, due: number, answer: string): Promise<void> {
    return this.#group.run(() => void this.#statements.noteFailed.run(due, answer, task, receiver, heldUntil))
  }

  giveUp({ task, receiver, heldUntil }: ClaimedDelivery, at: number, answer: string): Promise<void> {
    return this.#group.run(() => void this.#statements.giveUp.run(neverDue, at, answer, task, receiver, heldUntil))
  }

  giveBack({ task, receiver, heldUntil }: ClaimedDelivery): Promise<void> {
    return this.#group.run(() => void this.#statements.giveBack.run(task, receiver, heldUntil))
  }

  shortenWaits(now: number, { untried, tried }: { untried: number; tried: number }): Promise<void> {
    return this.#group.run(() => void this.#statements.shortenWaits.run(now, now, untried, tried))
  }

  async pending(): Promise<ReadonlyMap<string, number>> {
    return pendingFromRows(this.#statements.pending.all())
  }

  async list(limit: number): Promise<ShownDelivery[]> {
    return this.#statements.list.all(limit).map(shownFromRow)
  }

  replay(task: string, receiver: string, now: number): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.replay, receiver, now, task))
  }

  forget(before: number, limit: number): Promise<number> {
    return this.#group.run(
      () =>
        Number(this.#statements.forget.run(before, limit).changes) +
        Number(this.#statements.forgetCallbacks.run(before, limit).changes),
    )
  }

  addCallback(task: string, url: string, created: number): Promise<void> {
    return this.#group.run(() => void this.#statements.addCallback.run(task, url, created))
  }

  removeCallback(task: string): Promise<void> {
    return this.#group.run(() => void this.#statements.removeCallback.run(task))
  }

  async callbackOf(task: string): Promise<string | undefined> {
    const row = this.#statements.callbackOf.get(task)
    return row === undefined ? undefined : text(row, 'url')
  }
}

/**
 * What is due, account by account. One look into the index for each: what is due of one that is left out may be hundreds of
 * thousands.
 */
export const dueInTurn = `WITH RECURSIVE waiting (account) AS (
    SELECT min(account) FROM webhook_delivery WHERE receiver = ? AND given_up IS NULL AND account > ?
    UNION ALL
    SELECT (
      SELECT min(webhook_delivery.account) FROM webhook_delivery
      WHERE receiver = ? AND given_up IS NULL AND webhook_delivery.account > waiting.account
    )
    FROM waiting WHERE waiting.account IS NOT NULL
  )
  SELECT task FROM waiting CROSS JOIN webhook_delivery INDEXED BY webhook_due_of_account
    ON receiver = ? AND given_up IS NULL AND webhook_delivery.account = waiting.account AND due <= ?
  WHERE waiting.account NOT IN (SELECT value FROM json_each(?)) LIMIT ?`

export const pending =
  'SELECT receiver, count(*) AS pending FROM webhook_delivery WHERE given_up IS NULL GROUP BY receiver'

const sql = {
  anyDue: 'SELECT 1 FROM webhook_delivery WHERE receiver = ? AND due <= ? LIMIT 1',
  due: 'SELECT task FROM webhook_delivery WHERE receiver = ? AND due <= ? ORDER BY due, task LIMIT ?',
  dueInTurn,
  hold: 'UPDATE webhook_delivery SET due = ? WHERE receiver = ? AND task IN (SELECT value FROM json_each(?)) RETURNING *',
  remove: 'DELETE FROM webhook_delivery WHERE task = ? AND receiver = ?',
  noteFailed:
    'UPDATE webhook_delivery SET attempts = attempts + 1, due = ?, answer = ? WHERE task = ? AND receiver = ? AND due = ?',
  giveUp: `UPDATE webhook_delivery SET attempts = attempts + 1, due = ?, given_up = ?, answer = ?
    WHERE task = ? AND receiver = ? AND due = ?`,
  giveBack: 'UPDATE webhook_delivery SET due = ended WHERE task = ? AND receiver = ? AND due = ?',
  shortenWaits:
    'UPDATE webhook_delivery SET due = ? WHERE given_up IS NULL AND due > ? + CASE attempts WHEN 0 THEN ? ELSE ? END',
  pending,
  list: 'SELECT * FROM webhook_delivery ORDER BY given_up IS NULL, due, task LIMIT ?',
  replay: `INSERT INTO webhook_delivery (task, account, receiver, type, ended, due)
    SELECT id, account, ?1, 'task.' || status, coalesce(ended, (SELECT created FROM ledger WHERE account = task.account AND subject = id AND step = 1), ?2), ?2
    FROM task WHERE id = ?3 AND stage = 'ended'
      AND (?1 <> '${callbackReceiver}' OR EXISTS (SELECT 1 FROM task_callback WHERE task_callback.task = task.id))
      AND ?1 NOT LIKE 'alerts:%'
    UNION ALL SELECT id, account, ?1, type, at, ?2 FROM alert WHERE id = ?3 AND ?1 LIKE 'alerts:%'
    ON CONFLICT (task, receiver) DO UPDATE SET due = excluded.due, attempts = 0, given_up = NULL`,
  forget: `DELETE FROM webhook_delivery WHERE (task, receiver) IN (SELECT task, receiver FROM webhook_delivery WHERE given_up < ? LIMIT ?)`,
  addCallback: 'INSERT INTO task_callback (task, url, created) VALUES (?, ?, ?)',
  removeCallback: 'DELETE FROM task_callback WHERE task = ?',
  callbackOf: 'SELECT url FROM task_callback WHERE task = ?',
  forgetCallbacks: `DELETE FROM task_callback WHERE task IN (SELECT task_callback.task FROM task_callback LEFT JOIN task ON task.id = task_callback.task
    WHERE task_callback.created < ? AND (stage = 'ended' OR stage IS NULL)
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE webhook_delivery.task = task_callback.task)
    ORDER BY task_callback.created LIMIT ?)`,
} as const

import type { Pool } from 'pg'
import { Batches } from '../batches.js'
import { alertId } from '../budget-store.js'
import { text } from '../columns.js'
import { fallbackColumns } from '../task-row.js'
import type { NewTask } from '../task-store.js'
import { now, run, statements } from './database.js'

interface Entry {
  task: NewTask['task']
  parameters: string
  idempotency: NewTask['idempotency']
  /** Whether the task was written. */
  resolve: (accepted: boolean) => void
  reject: (reason: unknown) => void
}

/** Tasks in one statement; what more would save is little beside what each waits for. */
const batchLimit = 200
/** Bytes of parameters in one statement: base64 media goes nearly alone. */
const sizeLimit = 1_000_000
/** A second statement is under way while the first one waits for its commit. */
const statementsAtATime = 2

/**
 * Writes new tasks, all that arrive at about the same time in one statement and one commit. The statement holds the
 * credits of limited accounts, in the order of arrival, and enters the idempotency keys. It takes its locks in one order,
 * in every batch: accounts by ID, then budgets, then keys.
 */
export class PostgresSubmits {
  readonly #pool: Pool
  readonly #batches: Batches<Entry>

  constructor(pool: Pool) {
    this.#pool = pool
    this.#batches = new Batches({
      limit: batchLimit,
      size: { of: ({ parameters }) => parameters.length, limit: sizeLimit },
      atATime: statementsAtATime,
      run: (entries) => this.#run(entries),
    })
  }

  /** Writes a task; false when that changed nothing: the key is known, or the account has not the credits or does not exist, or a budget is used up. */
  async write({ task, idempotency }: NewTask): Promise<boolean> {
    const parameters = JSON.stringify(task.parameters)
    const accepted = await new Promise<boolean>((resolve, reject) => {
      this.#batches.add({ task, parameters, idempotency, resolve, reject })
    })
    // A batch takes tasks as long as the credits last. Behind one that they did not cover, or whose key was known, there
    // may be one that they do cover: only a statement of its own is exact.
    return accepted || this.#alone({ task, parameters, idempotency })
  }

  async #run(entries: readonly Entry[]): Promise<void> {
    try {
      const accepted = await this.#write(entries)
      for (const { task, resolve } of entries) resolve(accepted.has(task.id))
    } catch (error) {
      // Where the statement was rolled back, each entry learns by itself whether it was the cause. Otherwise it is unknown
      // whether it was committed, and it is not repeated.
      for (const { resolve, reject } of entries)
        if (isRolledBack(error)) resolve(false)
        else reject(error)
    }
  }

  async #alone(entry: Pick<Entry, 'task' | 'parameters' | 'idempotency'>): Promise<boolean> {
    return (await this.#write([entry])).size > 0
  }

  async #write(entries: readonly Pick<Entry, 'task' | 'parameters' | 'idempotency'>[]): Promise<ReadonlySet<string>> {
    const rows = await run(this.#pool, sql.submit, submitValues(entries))
    return new Set(rows.map((row) => text(row, 'id')))
  }
}

/** The values of the statements that write tasks. */
export function submitValues(entries: readonly Pick<Entry, 'task' | 'parameters' | 'idempotency'>[]): unknown[] {
  const fallbacks = entries.map(({ task }) => fallbackColumns(task))
  return [
    entries.map(({ task }) => task.id),
    entries.map(({ task }) => task.account),
    entries.map(({ task }) => task.model),
    entries.map(({ task }) => task.kind),
    entries.map(({ parameters }) => parameters),
    entries.map(({ task }) => task.status),
    entries.map(({ task }) => task.created),
    entries.map(({ task }) => task.amount),
    entries.map(({ task }) => task.queue),
    entries.map(({ idempotency }) => idempotency?.key),
    entries.map(({ idempotency }) => idempotency?.bodyHash),
    entries.map(({ task }) => task.key),
    entries.map(({ task }) => task.routing),
    entries.map(({ task }) => task.trace),
    ...[0, 1, 2].map((column) => fallbacks.map((columns) => columns[column])),
  ]
}

/** Whether the server said that it has undone the statement: a value it does not take, or a deadlock. */
function isRolledBack(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|23|40)...$/.test(error.code)
  )
}

// The new balance comes from the row as it was locked. Computed from the one that the statement saw when it began, it may
// be below 0, which fails before the server looks at the latest: when credits were granted in between.
const submitAs = (
  stage: string,
  set: readonly (readonly [column: string, value: string])[],
  within: string,
): string => `
    WITH entry AS (
      SELECT * FROM unnest(
        $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::text[],
        $12::text[], $13::text[], $14::text[], $15::bigint[], $16::text[], $17::text[]
      ) WITH ORDINALITY AS entry (id, account, model, kind, parameters, status, created, amount, queue, key, body_hash, api_key, routing, trace, price, fallbacks, tried, place)
    ), limited AS (
      SELECT id, available, held, low_balance FROM account WHERE id IN (SELECT account FROM entry) AND NOT unlimited ORDER BY id FOR NO KEY UPDATE
    ), over AS MATERIALIZED (
      SELECT over_budgets.place FROM (SELECT count(*) FROM limited) AS locked
      CROSS JOIN LATERAL over_budgets($2::text[], $12::text[], $7::bigint[], CASE WHEN locked.count >= 0 THEN $8::bigint[] END) AS over_budgets (place)
    ), counted AS (
      SELECT entry.*, sum(amount) OVER (PARTITION BY account ORDER BY place) AS total FROM entry ${within}
    ), payable AS (
      SELECT counted.*, true AS pays FROM counted JOIN limited ON limited.id = counted.account WHERE total <= available
      UNION ALL
      SELECT counted.*, false FROM counted JOIN account ON account.id = counted.account WHERE unlimited
    ), keyed AS (
      INSERT INTO idempotency (account, key, body_hash, task, created)
      SELECT account, key, body_hash, id, created FROM payable WHERE key IS NOT NULL ORDER BY account COLLATE "C", key COLLATE "C", place
      ON CONFLICT DO NOTHING RETURNING task
    ), accepted AS (
      INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, api_key, routing, trace, price, fallbacks, tried, idempotency_key, idempotency_hash, stage, not_before${set.map(([column]) => `, ${column}`).join('')})
      SELECT id, account, model, kind, parameters, status, created, amount, queue, api_key, routing, trace, price, fallbacks, tried, key, body_hash, '${stage}', ${now}${set.map(([, value]) => `, ${value}`).join('')} FROM payable
      WHERE key IS NULL OR id IN (SELECT task FROM keyed)
      RETURNING id
    ), held AS (
      INSERT INTO ledger (account, subject, step, kind, available, held, created)
      SELECT account, id, 0, 'hold', -amount, amount, created FROM payable WHERE pays AND id IN (SELECT id FROM accepted)
      RETURNING account, held, created
    ), total AS (
      SELECT account, sum(held)::bigint AS held, max(created) AS at FROM held GROUP BY account
    ), paid AS (
      UPDATE account SET available = limited.available - total.held, held = limited.held + total.held
      FROM total JOIN limited ON limited.id = total.account WHERE account.id = total.account
    ), low AS (
      INSERT INTO alert (id, type, account, subject, period, start, percent, credits, counted, hard, at)
      SELECT ${alertId('id', `'balance'`, 'day.start', `'low'`, 'low_balance')}, 'balance.low', id, id, 'day', day.start, NULL, low_balance,
        available - total.held, false, total.at
      FROM total JOIN limited ON limited.id = total.account CROSS JOIN LATERAL (SELECT budget_start('day', total.at) AS start) AS day
      WHERE available - total.held < low_balance ORDER BY 1
      ON CONFLICT DO NOTHING
    )
    SELECT id FROM accepted`

const sql = statements('submit', { submit: submitAs('waiting', [], 'WHERE place NOT IN (SELECT place FROM over)') })

/**
 * Writes a task that an upstream may have been asked for, set aside: $18 is when, $19 as whom, $20 the reason. No budget
 * keeps it out: it was accepted before.
 */
export const submitSetAside = submitAs(
  'dead',
  [
    ['submission', `'sent'`],
    ['submission_attempts', '1'],
    ['submission_at', '$18::bigint'],
    ['submission_identity', '$19::text'],
    ['dead_since', now],
    ['dead_reason', '$20::text'],
  ],
  '',
)

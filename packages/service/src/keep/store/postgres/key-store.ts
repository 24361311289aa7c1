import type { Pool } from 'pg'
import { integer, text } from '../columns.js'
import { holderFromRow, keyColumns, keyFromRow, keyPages, keyValues } from '../key-row.js'
import type { ApiKey, KeyHolder, KeyQuery, KeyQuota, KeyStore, KeyUsage, NewApiKey } from '../key-store.js'
import { pageOf, pageValues, type Page } from '../page.js'
import { changes, run, statements } from './database.js'

/** Keys and their quotas in PostgreSQL. */
export class PostgresKeyStore implements KeyStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async addKey(key: NewApiKey): Promise<void> {
    await run(this.#pool, sql.add, keyValues(key))
  }

  async findKey(hash: string): Promise<KeyHolder | undefined> {
    const [row] = await run(this.#pool, sql.find, [hash])
    return row === undefined ? undefined : holderFromRow(row)
  }

  async listKeys(query: KeyQuery): Promise<Page<ApiKey>> {
    const { account } = query
    const rows =
      account === undefined
        ? await run(this.#pool, sql.list, pageValues(query))
        : await run(this.#pool, sql.listOf, [...pageValues(query), account])
    return pageOf(rows.map(keyFromRow), query.limit)
  }

  revokeKey(id: string): Promise<boolean> {
    return changes(this.#pool, sql.revoke, [id])
  }

  async keyId(hash: string): Promise<string | undefined> {
    const [row] = await run(this.#pool, sql.idOf, [hash])
    return row === undefined ? undefined : text(row, 'id')
  }

  async spendQuota(id: string, day: number, price: number, { tasks, credits }: KeyQuota): Promise<boolean> {
    if ((tasks ?? 1) < 1 || price > (credits ?? Infinity)) return false
    return changes(this.#pool, sql.spend, [id, day, price, tasks ?? null, credits ?? null])
  }

  async returnQuota(id: string, day: number, price: number): Promise<void> {
    await run(this.#pool, sql.giveBack, [id, day, price])
  }

  async quotaUsed(id: string, day: number): Promise<KeyUsage> {
    const [row] = await run(this.#pool, sql.used, [id, day])
    return row === undefined
      ? { tasks: 0, credits: 0 }
      : { tasks: integer(row, 'tasks'), credits: integer(row, 'credits') }
  }

  async forgetUsage(before: number, limit: number): Promise<number> {
    return (await run(this.#pool, sql.forgetUsage, [before, limit])).length
  }
}

const sql = statements('key', {
  add: `INSERT INTO api_key (hash, id, account, name, created, expires, scopes, daily_tasks, daily_credits)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  find: `SELECT account.*, ${keyColumns} FROM api_key JOIN account ON account.id = api_key.account WHERE hash = $1 AND NOT revoked`,
  ...keyPages('$1', '$2', '$3'),
  revoke: 'UPDATE api_key SET revoked = true WHERE id = $1 AND NOT revoked RETURNING id',
  idOf: 'SELECT id FROM api_key WHERE hash = $1',
  used: 'SELECT tasks, credits FROM key_usage WHERE key = $1 AND day = $2',
  // The row that is there is locked before its condition is read, so that racing submits count one after the other.
  spend: `INSERT INTO key_usage AS used (key, day, tasks, credits) VALUES ($1, $2, 1, $3)
    ON CONFLICT (key, day) DO UPDATE SET tasks = used.tasks + 1, credits = used.credits + excluded.credits
    WHERE used.tasks + 1 <= coalesce($4::bigint, 9223372036854775807) AND used.credits + excluded.credits <= coalesce($5::bigint, 9223372036854775807)
    RETURNING key`,
  giveBack: 'UPDATE key_usage SET tasks = tasks - 1, credits = credits - $3 WHERE key = $1 AND day = $2',
  forgetUsage:
    'DELETE FROM key_usage WHERE (key, day) IN (SELECT key, day FROM key_usage WHERE day < $1 LIMIT $2) RETURNING key',
})

import { integer, text } from '../columns.js'
import { holderFromRow, keyColumns, keyFromRow, keyPages, keyValues } from '../key-row.js'
import type { ApiKey, KeyHolder, KeyQuery, KeyQuota, KeyStore, KeyUsage, NewApiKey } from '../key-store.js'
import { pageOf, pageValues, type Page } from '../page.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'
import { changes, prepare } from './statements.js'

/** Keys and their quotas in SQLite. */
export class SqliteKeyStore implements KeyStore {
  readonly #group: GroupCommit
  readonly #statements: Record<keyof typeof sql, SqliteStatement>

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#group = group
    this.#statements = prepare(database, sql)
  }

  addKey(key: NewApiKey): Promise<void> {
    return this.#group.run(() => void this.#statements.add.run(...keyValues(key)))
  }

  async findKey(hash: string): Promise<KeyHolder | undefined> {
    const row = this.#statements.find.get(hash)
    return row === undefined ? undefined : holderFromRow(row)
  }

  async listKeys(query: KeyQuery): Promise<Page<ApiKey>> {
    const { list, listOf } = this.#statements
    const rows =
      query.account === undefined ? list.all(...pageValues(query)) : listOf.all(...pageValues(query), query.account)
    return pageOf(rows.map(keyFromRow), query.limit)
  }

  revokeKey(id: string): Promise<boolean> {
    return this.#group.run(() => changes(this.#statements.revoke, id))
  }

  async keyId(hash: string): Promise<string | undefined> {
    const row = this.#statements.idOf.get(hash)
    return row === undefined ? undefined : text(row, 'id')
  }

  spendQuota(id: string, day: number, price: number, { tasks, credits }: KeyQuota): Promise<boolean> {
    return this.#group.run(() => {
      const used = this.#used(id, day)
      if (used.tasks + 1 > (tasks ?? Infinity) || used.credits + price > (credits ?? Infinity)) return false
      this.#statements.spend.run(id, day, price)
      return true
    })
  }

  returnQuota(id: string, day: number, price: number): Promise<void> {
    return this.#group.run(() => void this.#statements.giveBack.run(price, id, day))
  }

  async quotaUsed(id: string, day: number): Promise<KeyUsage> {
    return this.#used(id, day)
  }

  forgetUsage(before: number, limit: number): Promise<number> {
    return this.#group.run(() => Number(this.#statements.forgetUsage.run(before, limit).changes))
  }

  #used(id: string, day: number): KeyUsage {
    const row = this.#statements.used.get(id, day)
    return row === undefined
      ? { tasks: 0, credits: 0 }
      : { tasks: integer(row, 'tasks'), credits: integer(row, 'credits') }
  }
}

const sql = {
  add: `INSERT INTO api_key (hash, id, account, name, created, expires, scopes, daily_tasks, daily_credits)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  find: `SELECT account.*, ${keyColumns} FROM api_key JOIN account ON account.id = api_key.account WHERE hash = ? AND revoked = 0`,
  ...keyPages('?1', '?2', '?3'),
  revoke: 'UPDATE api_key SET revoked = 1 WHERE id = ? AND revoked = 0',
  idOf: 'SELECT id FROM api_key WHERE hash = ?',
  used: 'SELECT tasks, credits FROM key_usage WHERE key = ? AND day = ?',
  spend: `INSERT INTO key_usage (key, day, tasks, credits) VALUES (?, ?, 1, ?)
    ON CONFLICT (key, day) DO UPDATE SET tasks = tasks + 1, credits = credits + excluded.credits`,
  giveBack: 'UPDATE key_usage SET tasks = tasks - 1, credits = credits - ? WHERE key = ? AND day = ?',
  forgetUsage: 'DELETE FROM key_usage WHERE (key, day) IN (SELECT key, day FROM key_usage WHERE day < ? LIMIT ?)',
} as const

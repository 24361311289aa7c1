import { accountFromRow } from '../account-row.js'
import type { Account, AccountStore } from '../account-store.js'
import { number } from '../columns.js'
import type { SqliteDatabase, SqliteStatement } from './database.js'
import type { GroupCommit } from './group-commit.js'

/** Accounts and hashes of keys in SQLite. */
export class SqliteAccountStore implements AccountStore {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit

  readonly #byKey: SqliteStatement

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#database = database
    this.#group = group
    this.#byKey = database.prepare(
      'SELECT account.* FROM api_key JOIN account ON account.id = api_key.account WHERE hash = ? AND revoked = 0',
    )
  }

  addAccount(account: Account): Promise<void> {
    const insert = this.#database.prepare(
      'INSERT INTO account (id, name, unlimited, credits, created) VALUES (?, ?, ?, ?, ?)',
    )
    return this.#group.run(
      () => void insert.run(account.id, account.name, account.unlimited ? 1 : 0, account.credits, account.created),
    )
  }

  async findAccount(id: string): Promise<Account | undefined> {
    const row = this.#database.prepare('SELECT * FROM account WHERE id = ?').get(id)
    return row === undefined ? undefined : accountFromRow(row)
  }

  async heldCredits(id: string): Promise<number> {
    const row = this.#database
      .prepare(`SELECT total(held) AS held FROM credit_hold WHERE account = ? AND state = 'held'`)
      .get(id)
    return row === undefined ? 0 : number(row, 'held')
  }

  async listAccounts(): Promise<Account[]> {
    return this.#database.prepare('SELECT * FROM account ORDER BY created, id').all().map(accountFromRow)
  }

  grantCredits(id: string, credits: number): Promise<void> {
    const update = this.#database.prepare('UPDATE account SET credits = credits + ? WHERE id = ?')
    return this.#group.run(() => void update.run(credits, id))
  }

  addKey(key: { hash: string; account: string; created: number }): Promise<void> {
    const insert = this.#database.prepare('INSERT INTO api_key (hash, account, created) VALUES (?, ?, ?)')
    return this.#group.run(() => void insert.run(key.hash, key.account, key.created))
  }

  async findKey(hash: string): Promise<Account | undefined> {
    const row = this.#byKey.get(hash)
    return row === undefined ? undefined : accountFromRow(row)
  }

  revokeKey(hash: string): Promise<boolean> {
    const update = this.#database.prepare('UPDATE api_key SET revoked = 1 WHERE hash = ? AND revoked = 0')
    return this.#group.run(() => Number(update.run(hash).changes) > 0)
  }
}

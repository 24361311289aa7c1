import type { Pool } from 'pg'
import { accountFromRow } from '../account-row.js'
import type { Account, AccountStore } from '../account-store.js'
import { number } from '../columns.js'
import { changes, run, statements } from './database.js'

/** Accounts and hashes of keys in PostgreSQL. */
export class PostgresAccountStore implements AccountStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async addAccount({ id, name, unlimited, credits, created }: Account): Promise<void> {
    await run(this.#pool, sql.addAccount, [id, name, unlimited, credits, created])
  }

  async findAccount(id: string): Promise<Account | undefined> {
    const [row] = await run(this.#pool, sql.findAccount, [id])
    return row === undefined ? undefined : accountFromRow(row)
  }

  async heldCredits(id: string): Promise<number> {
    const [row] = await run(this.#pool, sql.heldCredits, [id])
    return row === undefined ? 0 : number(row, 'held')
  }

  async listAccounts(): Promise<Account[]> {
    return (await run(this.#pool, sql.listAccounts)).map(accountFromRow)
  }

  async grantCredits(id: string, credits: number): Promise<void> {
    await run(this.#pool, sql.grantCredits, [credits, id])
  }

  async addKey({ hash, account, created }: { hash: string; account: string; created: number }): Promise<void> {
    await run(this.#pool, sql.addKey, [hash, account, created])
  }

  async findKey(hash: string): Promise<Account | undefined> {
    const [row] = await run(this.#pool, sql.findKey, [hash])
    return row === undefined ? undefined : accountFromRow(row)
  }

  revokeKey(hash: string): Promise<boolean> {
    return changes(this.#pool, sql.revokeKey, [hash])
  }
}

const sql = statements('account', {
  addAccount: 'INSERT INTO account (id, name, unlimited, credits, created) VALUES ($1, $2, $3, $4, $5)',
  findAccount: 'SELECT * FROM account WHERE id = $1',
  heldCredits: `SELECT coalesce(sum(held), 0) AS held FROM credit_hold WHERE account = $1 AND state = 'held'`,
  listAccounts: 'SELECT * FROM account ORDER BY created, id',
  grantCredits: 'UPDATE account SET credits = credits + $1 WHERE id = $2',
  addKey: 'INSERT INTO api_key (hash, account, created) VALUES ($1, $2, $3)',
  findKey: 'SELECT account.* FROM api_key JOIN account ON account.id = api_key.account WHERE hash = $1 AND NOT revoked',
  revokeKey: 'UPDATE api_key SET revoked = true WHERE hash = $1 AND NOT revoked RETURNING hash',
})

import type { Pool } from 'pg'
import { accountFromRow } from '../account-row.js'
import type { Account, AccountStore, Grant, GrantOutcome, LedgerSums, NewAccount } from '../account-store.js'
import { integer } from '../columns.js'
import { mayGrant, openingBalance, repeatOf, subjectOf } from '../grant.js'
import { maxMicroCredits } from '../../../domain/money/credits.js'
import { entriesAfter, pageOf, pageValues, type Page, type PageQuery } from '../page.js'
import { creditsByQueue, creditsFromRows, type UpstreamCredits } from '../upstream-credits.js'
import { ledgerSums, spentByDay, spentFromRows, spentSince } from '../spent.js'
import { changes, run, statements } from './database.js'

/** Accounts and their ledger in PostgreSQL. */
export class PostgresAccountStore implements AccountStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async addAccount({ id, name, unlimited, credits, created }: NewAccount): Promise<void> {
    await run(this.#pool, sql.addAccount, [id, name, unlimited, unlimited ? 0 : credits, created, openingBalance])
  }

  async findAccount(id: string): Promise<Account | undefined> {
    const [row] = await run(this.#pool, sql.findAccount, [id])
    return row === undefined ? undefined : accountFromRow(row)
  }

  async listAccounts(query: PageQuery): Promise<Page<Account>> {
    const rows = await run(this.#pool, sql.listAccounts, pageValues(query))
    return pageOf(rows.map(accountFromRow), query.limit)
  }

  async grantCredits({ account, credits, reference, at }: Grant): Promise<GrantOutcome> {
    const subject = subjectOf(reference)
    for (;;) {
      if (await changes(this.#pool, sql.grantCredits, [account, credits, subject, at, maxMicroCredits]))
        return { outcome: 'granted' }
      const [known] = await run(this.#pool, sql.granted, [account, subject])
      if (known !== undefined) return repeatOf(integer(known, 'available'), credits)
      const found = await this.findAccount(account)
      if (found === undefined) throw new Error(`there is no account ${account}`)
      if (found.unlimited) return { outcome: 'unlimited' }
      if (!mayGrant(credits, found)) return { outcome: 'out-of-range', credits: found.credits }
    }
  }

  async ledgerSums(id: string): Promise<LedgerSums> {
    const [row] = await run(this.#pool, sql.ledgerSums, [id])
    return row === undefined
      ? { credits: 0, held: 0 }
      : { credits: integer(row, 'available'), held: integer(row, 'held') }
  }

  async spentByDay(since: number): Promise<ReadonlyMap<number, number>> {
    return spentFromRows(await run(this.#pool, sql.spentByDay, spentSince(since)))
  }

  async creditsByQueue(): Promise<ReadonlyMap<string, UpstreamCredits>> {
    return creditsFromRows(await run(this.#pool, sql.creditsByQueue))
  }

  setDisabled(id: string, disabled: boolean): Promise<boolean> {
    return changes(this.#pool, sql.setDisabled, [id, disabled])
  }
}

/** The statement of `spentByDay`. Values: since when, and which day. */
export const spent = spentByDay('$1', '$2')
/** The statement of `listAccounts`. */
export const accountPage = `SELECT * FROM account WHERE ${entriesAfter('account', '$1')} LIMIT $2`

const sql = statements('account', {
  addAccount: `
    WITH added AS (
      INSERT INTO account (id, name, unlimited, available, created) VALUES ($1, $2, $3, $4, $5) RETURNING *
    )
    INSERT INTO ledger (account, subject, step, kind, available, held, created)
    SELECT id, $6, 0, 'grant', available, 0, created FROM added WHERE available <> 0`,
  findAccount: 'SELECT * FROM account WHERE id = $1',
  listAccounts: accountPage,
  grantCredits: `
    WITH payee AS (
      SELECT id FROM account WHERE id = $1 AND NOT unlimited
        AND CASE WHEN $2::bigint < 0 THEN available + $2::bigint >= 0 ELSE available + $2::bigint + held <= $5 END FOR NO KEY UPDATE
    ), entry AS (
      INSERT INTO ledger (account, subject, step, kind, available, held, created)
      SELECT id, $3, 0, 'grant', $2::bigint, 0, $4 FROM payee ON CONFLICT DO NOTHING RETURNING account
    )
    UPDATE account SET available = available + $2::bigint FROM entry WHERE account.id = entry.account RETURNING account.id`,
  granted: `SELECT available FROM ledger WHERE account = $1 AND subject = $2 AND kind = 'grant'`,
  ledgerSums: ledgerSums('$1'),
  creditsByQueue,
  spentByDay: spent,
  setDisabled: 'UPDATE account SET disabled = $2 WHERE id = $1 RETURNING id',
})

import { accountFromRow } from '../account-row.js'
import type { Account, AccountStore, Grant, GrantOutcome, LedgerSums, NewAccount } from '../account-store.js'
import { integer, yes } from '../columns.js'
import { mayGrant, openingBalance, repeatOf, subjectOf } from '../grant.js'
import { entriesAfter, pageOf, pageValues, type Page, type PageQuery } from '../page.js'
import { creditsByQueue, creditsFromRows, type UpstreamCredits } from '../upstream-credits.js'
import { ledgerSums, spentByDay, spentFromRows, spentSince } from '../spent.js'
import type { SqliteDatabase } from './database.js'
import type { GroupCommit } from './group-commit.js'

/** Accounts and their ledger in SQLite. */
export class SqliteAccountStore implements AccountStore {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#database = database
    this.#group = group
  }

  addAccount({ id, name, unlimited, credits, created }: NewAccount): Promise<void> {
    const insert = this.#database.prepare(
      'INSERT INTO account (id, name, unlimited, available, created) VALUES (?, ?, ?, ?, ?)',
    )
    return this.#group.run(() => {
      insert.run(id, name, unlimited ? 1 : 0, unlimited ? 0 : credits, created)
      if (!unlimited && credits !== 0) this.#enter(id, openingBalance, credits, created)
    })
  }

  async findAccount(id: string): Promise<Account | undefined> {
    const row = this.#database.prepare('SELECT * FROM account WHERE id = ?').get(id)
    return row === undefined ? undefined : accountFromRow(row)
  }

  async listAccounts(query: PageQuery): Promise<Page<Account>> {
    const rows = this.#database.prepare(accountPage).all(...pageValues(query))
    return pageOf(rows.map(accountFromRow), query.limit)
  }

  grantCredits({ account, credits, reference, at }: Grant): Promise<GrantOutcome> {
    return this.#group.run((): GrantOutcome => {
      const subject = subjectOf(reference)
      const row = this.#database.prepare('SELECT unlimited, available, held FROM account WHERE id = ?').get(account)
      if (row === undefined) throw new Error(`there is no account ${account}`)
      if (yes(row, 'unlimited')) return { outcome: 'unlimited' }
      const known = this.#database.prepare(granted).get(account, subject)
      if (known !== undefined) return repeatOf(integer(known, 'available'), credits)
      const available = integer(row, 'available')
      if (!mayGrant(credits, { credits: available, held: integer(row, 'held') }))
        return { outcome: 'out-of-range', credits: available }
      this.#database.prepare('UPDATE account SET available = available + ? WHERE id = ?').run(credits, account)
      this.#enter(account, subject, credits, at)
      return { outcome: 'granted' }
    })
  }

  async ledgerSums(id: string): Promise<LedgerSums> {
    const row = this.#database.prepare(ledgerSums('?1')).get(id)
    return row === undefined
      ? { credits: 0, held: 0 }
      : { credits: integer(row, 'available'), held: integer(row, 'held') }
  }

  async spentByDay(since: number): Promise<ReadonlyMap<number, number>> {
    return spentFromRows(this.#database.prepare(spent).all(...spentSince(since)))
  }

  async creditsByQueue(): Promise<ReadonlyMap<string, UpstreamCredits>> {
    return creditsFromRows(this.#database.prepare(creditsByQueue).all())
  }

  setDisabled(id: string, disabled: boolean): Promise<boolean> {
    const update = this.#database.prepare('UPDATE account SET disabled = ? WHERE id = ?')
    return this.#group.run(() => Number(update.run(disabled ? 1 : 0, id).changes) > 0)
  }

  #enter(account: string, subject: string, credits: number, at: number): void {
    this.#database
      .prepare(
        `INSERT OR ROLLBACK INTO ledger (account, subject, step, kind, available, held, created) VALUES (?, ?, 0, 'grant', ?, 0, ?)`,
      )
      .run(account, subject, credits, at)
  }
}

/** The statement of `spentByDay`. Values: since when, and which day. */
export const spent = spentByDay('?1', '?2')

/** The statement of `listAccounts`. */
export const accountPage = `SELECT * FROM account WHERE ${entriesAfter('account', '?1')} LIMIT ?2`

const granted = `SELECT available FROM ledger WHERE account = ? AND subject = ? AND kind = 'grant'`

import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations as postgresMigrations } from '../src/store/postgres/migrations.js'
import { openPostgresStores } from '../src/store/postgres/open.js'
import { openSqlite } from '../src/store/sqlite/database.js'
import { migrations as sqliteMigrations } from '../src/store/sqlite/migrations.js'
import { openSqliteStores } from '../src/store/sqlite/open.js'
import type { Stores } from '../src/store/stores.js'
import { expectBalanced } from './contracts/ledger.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'

/** What a service wrote whose credits were fractions. `minter` has submitted at a price of -1000, `crasher` at one of -1e400. */
const rowsWithFractions = (boolean: (value: boolean) => string, infinity: string): string => `
  INSERT INTO account (id, name, unlimited, credits, created) VALUES
    ('rich', 'Rich', ${boolean(true)}, 0, 1), ('poor', 'Poor', ${boolean(false)}, 7.3, 2), ('empty', 'Empty', ${boolean(false)}, 0, 3),
    ('minter', 'Minter', ${boolean(false)}, 1005, 4), ('crasher', 'Crasher', ${boolean(false)}, ${infinity}, 5),
    ('owing', 'Owing', ${boolean(false)}, -2, 6);
  INSERT INTO task (id, account, model, kind, parameters, status, created, amount) VALUES
    ('t1', 'poor', 'm', 'video', '{}', 'processing', 10, 2.7), ('t2', 'poor', 'm', 'video', '{}', 'completed', 11, 0.1),
    ('t3', 'rich', 'm', 'image', '{}', 'queued', 12, 3), ('t4', 'minter', 'm', 'video', '{}', 'queued', 13, -1000),
    ('t5', 'crasher', 'm', 'video', '{}', 'queued', 14, -${infinity});
  INSERT INTO credit_hold (task, account, held, state) VALUES
    ('t1', 'poor', 2.7, 'held'), ('t2', 'poor', 0.1, 'settled'), ('t4', 'minter', -1000, 'held'), ('t5', 'crasher', -${infinity}, 'held');`

async function expectIntegers({ accounts, tasks }: Stores): Promise<void> {
  const balances = (await accounts.listAccounts()).map(({ id, credits, held }) => [id, credits, held])
  expect(balances).toEqual([
    ['rich', 0, 0],
    ['poor', 7_300_000, 2_700_000],
    ['empty', 0, 0],
    ['minter', 5_000_000, 0],
    ['crasher', 0, 0],
    ['owing', 0, 0],
  ])
  await expectBalanced(accounts)
  const amounts = await Promise.all(['t1', 't2', 't3', 't4', 't5'].map(async (id) => (await tasks.read(id))?.amount))
  expect(amounts).toEqual([2_700_000, 100_000, 3_000_000, 0, 0])
  for (const id of ['t1', 't4', 't5']) expect(await tasks.cancel(id, 'cancelled')).toBe(true)
  expect(await accounts.findAccount('poor')).toMatchObject({ credits: 10_000_000, held: 0 })
  expect(await accounts.findAccount('minter')).toMatchObject({ credits: 5_000_000, held: 0 })
  await expectBalanced(accounts)
}

test('SQLite: fractions of credits become integers, and what negative prices added is taken back', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const before = await openSqlite(path)
  for (const { sql } of sqliteMigrations.slice(0, 4)) before.exec(sql)
  before.exec(`PRAGMA user_version = 4; ${rowsWithFractions((value) => (value ? '1' : '0'), '9e999')}`)
  before.close()
  const stores = await openSqliteStores(path)
  onTestFinished(() => stores.close())
  await expectIntegers(stores)
})

test('SQLite: a migration that fails leaves the file as it was', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const before = await openSqlite(path)
  for (const { sql } of sqliteMigrations.slice(0, 4)) before.exec(sql)
  before.exec('PRAGMA user_version = 4; CREATE TABLE ledger (theirs TEXT)')
  await expect(openSqliteStores(path)).rejects.toThrow('ledger')
  expect(before.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 })
  before.exec('DROP TABLE ledger')
  before.close()
  await (await openSqliteStores(path)).close()
})

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  const databaseWithFractions = async (): Promise<{ url: string; client: pg.Client }> => {
    const url = await emptyDatabase()
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    for (const { sql } of postgresMigrations.slice(0, 2)) await client.query(sql)
    await client.query('CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (2)')
    await client.query(rowsWithFractions(String, `'Infinity'::numeric`))
    return { url, client }
  }

  test('PostgreSQL: fractions of credits become integers, and what negative prices added is taken back', async () => {
    const { url } = await databaseWithFractions()
    const stores = await openPostgresStores(url)
    onTestFinished(() => stores.close())
    await expectIntegers(stores)
  })

  test('PostgreSQL: an earlier version that still runs can neither hold nor release nor grant credits', async () => {
    const { url, client } = await databaseWithFractions()
    const stores = await openPostgresStores(url)
    onTestFinished(() => stores.close())
    for (const statement of [
      `INSERT INTO credit_hold (task, account, held, state) VALUES ('t6', 'poor', 1, 'held')`,
      `UPDATE credit_hold SET state = 'released' WHERE task = 't1'`,
      `UPDATE account SET credits = credits + 1 WHERE id = 'poor'`,
    ])
      await expect(client.query(statement), statement).rejects.toThrow('does not exist')
    await expectBalanced(stores.accounts)
  })
})

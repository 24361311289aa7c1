import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations as postgresMigrations } from '../src/keep/store/postgres/migrations.js'
import { openPostgresStores } from '../src/keep/store/postgres/open.js'
import { prepareSchema } from '../src/keep/store/postgres/schema.js'
import { openSqlite, type SqliteDatabase } from '../src/keep/store/sqlite/database.js'
import { migrations as sqliteMigrations } from '../src/keep/store/sqlite/migrations.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { appliedTable } from '../src/keep/store/sqlite/schema.js'
import type { Stores } from '../src/keep/store/stores.js'
import type { TaskQuery } from '../src/keep/store/task-store.js'
import { expectBalanced } from './contracts/ledger.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres, patient } from './support/postgres.js'

test('SQLite: a new file has the tables that all migrations make of nothing; -u renews them', async () => {
  const schema = (database: SqliteDatabase) =>
    database
      .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> '${appliedTable}'`)
      .all()
  const migrated = await openSqlite(join(temporaryFolder(), 'migrated.db'))
  onTestFinished(() => migrated.close())
  for (const { sql } of sqliteMigrations) migrated.exec(sql)
  const objects = schema(migrated)
  for (const { type, name } of objects)
    if (type === 'table') expect(migrated.prepare(`SELECT * FROM ${String(name)}`).all(), String(name)).toEqual([])
  await expect(`/**
 * The tables that all migrations make of nothing, for a new file. Written by \`npm test -- packages/service/test/migrations -u\`;
 * what has changed in it is what a migration changes.
 */
export const tables = \`
${objects.map(({ sql }) => `${String(sql)};`).join('\n')}
\`
`).toMatchFileSnapshot('../src/keep/store/sqlite/tables.ts')
  const path = join(temporaryFolder(), 'tasks.db')
  await (await openSqliteStores(path)).close()
  const made = await openSqlite(path)
  onTestFinished(() => made.close())
  expect(schema(made)).toEqual(objects)
})

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
  const balances = (await accounts.listAccounts({ limit: 9 })).entries.map(({ id, credits, held }) => [
    id,
    credits,
    held,
  ])
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
  for (const id of ['t1', 't4', 't5']) expect(await tasks.cancel(id, 'cancelled')).toBe('cancelled')
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

/** What a service wrote before lists had an index for each state: tasks in every state, with and without a webhook. */
const rowsBeforeLists = (no: string): string => `
  INSERT INTO account (id, name, unlimited, created, available, held) VALUES ('poor', 'Poor', ${no}, 2, 7, 1);
  INSERT INTO ledger (account, subject, step, kind, available, held, created) VALUES
    ('poor', 'grant:opening balance', 0, 'grant', 10, 0, 1), ('poor', 't1', 0, 'hold', -2, 2, 10), ('poor', 't1', 1, 'settle', 0, -2, 20),
    ('poor', 't2', 0, 'hold', -3, 3, 11), ('poor', 't2', 1, 'release', 3, -3, 21), ('poor', 't3', 0, 'hold', -1, 1, 12);
  INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before) VALUES
    ('t1', 'poor', 'm', 'video', '{}', 'completed', 10, 2, 'default', 'ended', 0), ('t2', 'poor', 'm', 'video', '{}', 'failed', 11, 0, 'default', 'ended', 0),
    ('t3', 'poor', 'n', 'video', '{}', 'queued', 12, 1, 'default', 'waiting', 0);
  INSERT INTO webhook_delivery (task, account, receiver, type, ended, due, given_up) VALUES ('t2', 'poor', 'orders', 'task.failed', 21, 21, NULL);`

async function expectLists({ tasks, accounts, deliveries }: Stores): Promise<void> {
  const listed = async (query: Partial<TaskQuery>) =>
    (await tasks.list('poor', { limit: 9, ...query })).tasks.map(({ id }) => id)
  expect(await listed({})).toEqual(['t3', 't2', 't1'])
  expect(await listed({ status: 'failed' })).toEqual(['t2'])
  expect(await listed({ model: 'm', status: 'completed' })).toEqual(['t1'])
  expect(await listed({ model: 'n' })).toEqual(['t3'])
  await expectBalanced(accounts)
  expect(await tasks.forgetTasks(Date.now(), 9), 'one is queued, of one a receiver has yet to be told').toBe(1)
  await expectBalanced(accounts)
  expect(await accounts.spentByDay(0)).toEqual(new Map([[0, 2]]))
  expect(await deliveries.pending()).toEqual(new Map([['orders', 1]]))
}

/** The stores of a file with these rows that had no migration from the one of that title on. */
async function sqliteStoresSince(title: string): Promise<Stores> {
  const path = join(temporaryFolder(), 'tasks.db')
  const before = await openSqlite(path)
  const version = sqliteMigrations.findIndex((migration) => migration.title === title)
  for (const { sql } of sqliteMigrations.slice(0, version)) before.exec(sql)
  before.exec(`PRAGMA user_version = ${version}; ${rowsBeforeLists('0')}`)
  before.close()
  const stores = await openSqliteStores(path)
  onTestFinished(() => stores.close())
  return stores
}

test('SQLite: lists and balances are the same after the migrations of lists and of what is forgotten', async () => {
  const stores = await sqliteStoresSince('lists by state and model')
  await expectLists(stores)
})

const words = 'the last word of an upstream for each task'

async function expectNoWord({ tasks }: Stores): Promise<void> {
  const task = await tasks.read('t1')
  expect(task).toMatchObject({ status: 'completed' })
  expect(task).not.toHaveProperty('upstreamWord')
}

test('SQLite: of a task that ended before words of upstreams were kept, none is shown', async () => {
  const stores = await sqliteStoresSince(words)
  await expectNoWord(stores)
})

test.each(['ledger', 'spent'])('SQLite: migrations of which one fails leave the file as it was (%s)', async (table) => {
  const path = join(temporaryFolder(), 'tasks.db')
  const before = await openSqlite(path)
  for (const { sql } of sqliteMigrations.slice(0, 4)) before.exec(sql)
  before.exec(`PRAGMA user_version = 4; CREATE TABLE ${table} (theirs TEXT)`)
  await expect(openSqliteStores(path)).rejects.toThrow(table)
  expect(before.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 })
  before.exec(`DROP TABLE ${table}`)
  before.close()
  await (await openSqliteStores(path)).close()
})

test('SQLite: a task can have no other word for its state, and a check of it fills no table', async () => {
  const database = await openSqlite(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(() => {
    database.close()
  })
  for (const { sql } of sqliteMigrations) database.exec(sql)
  const insert = (status: string, stage: string): string =>
    `INSERT INTO task (id, account, model, kind, parameters, status, stage, created, amount)
      VALUES ('t1', 'poor', 'm', 'video', '{}', '${status}', '${stage}', 1, 0)`
  for (const [status, stage] of [
    ['done', 'waiting'],
    ['queued', 'done'],
    ['', 'waiting'],
  ] as const)
    expect(() => {
      database.exec(insert(status, stage))
    }, status).toThrow('CHECK constraint failed')
  database.exec(insert('queued', 'waiting'))
  // One is the list of the rows that are changed, which a trigger needs.
  for (const [sql, lists] of [
    [insert('queued', 'waiting'), 0],
    ["UPDATE task SET status = 'failed', stage = 'ended'", 1],
  ] as const) {
    const all = database.prepare(`EXPLAIN ${sql}`).all()
    // Behind the statement itself come its triggers, each from address 0 on.
    const triggers = all.findIndex(({ addr }, index) => index > 0 && addr === 0)
    const steps = all.slice(0, triggers)
    expect(steps.length).toBeGreaterThan(20)
    expect(steps.filter(({ opcode }) => opcode === 'OpenEphemeral')).toHaveLength(lists)
  }
})

/** Migrations of before this rule, of which nothing is said. */
const undeclared = { sqlite: 29, postgres: 30 }

test('each migration says whether it only expands the tables, or contracts them once no older process is left', () => {
  const later = [...sqliteMigrations.slice(undeclared.sqlite), ...postgresMigrations.slice(undeclared.postgres)]
  expect(later.filter(({ expands, contracts }) => (expands === true) === (contracts === true))).toEqual([])
})

test('SQLite: a file that a newer version only expanded is opened, and one that it changed otherwise is not', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  await (await openSqliteStores(path)).close()
  const file = await openSqlite(path)
  onTestFinished(() => {
    file.close()
  })
  file.exec(`ALTER TABLE task ADD COLUMN later TEXT; UPDATE schema_applied SET applied = applied + 1`)
  const stores = await openSqliteStores(path)
  await stores.tryWrite()
  await stores.close()
  expect(file.prepare('SELECT applied FROM schema_applied').get()).toEqual({ applied: sqliteMigrations.length + 1 })
  file.exec(`PRAGMA user_version = ${sqliteMigrations.length + 1}`)
  await expect(openSqliteStores(path)).rejects.toThrow('was written by a newer version of the service')
})

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  const postgresStoresSince = async (title: string): Promise<Stores> => {
    const url = await emptyDatabase()
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    const version = postgresMigrations.findIndex((migration) => migration.title === title)
    for (const { sql } of postgresMigrations.slice(0, version)) await client.query(sql)
    await client.query(
      `CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (${version})`,
    )
    await client.query(rowsBeforeLists('false'))
    const stores = await openPostgresStores(url)
    onTestFinished(() => stores.close())
    return stores
  }

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

  test('PostgreSQL: lists and balances are the same after the migrations of lists and of what is forgotten', async () => {
    const stores = await postgresStoresSince('lists by state and model')
    await expectLists(stores)
  })

  test('PostgreSQL: of a task that ended before words of upstreams were kept, none is shown', async () => {
    const stores = await postgresStoresSince(words)
    await expectNoWord(stores)
  })

  test('PostgreSQL: a service that runs on goes on claiming and reading when a newer one adds a column', async () => {
    const url = await emptyDatabase()
    const { tasks, queue, accounts, close } = await openPostgresStores(url, patient)
    onTestFinished(close)
    const newer = new pg.Client(url)
    await newer.connect()
    onTestFinished(() => newer.end())
    const owner = await queue.join()
    const everything = async () => [
      await tasks.read('t1'),
      await queue.claim(owner, { queue: 'none', room: 1, concurrency: undefined }),
      await accounts.findAccount('unknown'),
    ]
    const before = await everything()
    await newer.query('ALTER TABLE task ADD COLUMN later text; ALTER TABLE account ADD COLUMN later text')
    expect(await everything()).toEqual(before)
    expect(await everything()).toEqual(before)
  })

  test('PostgreSQL: an older service starts on tables that a newer one only expanded, and on no others', async () => {
    const pool = new pg.Pool({ connectionString: await emptyDatabase() })
    onTestFinished(() => pool.end())
    await prepareSchema(pool)
    const expanded = [
      ...postgresMigrations,
      { title: '', sql: 'ALTER TABLE task ADD later text', expands: true },
    ] as const
    await prepareSchema(pool, { steps: expanded })
    await prepareSchema(pool)
    await prepareSchema(pool, { steps: expanded })
    const contracted = [...expanded, { title: '', sql: 'ALTER TABLE task DROP later', contracts: true }] as const
    await prepareSchema(pool, { steps: contracted })
    for (const steps of [postgresMigrations, expanded])
      await expect(prepareSchema(pool, { steps })).rejects.toThrow('was written by a newer version of the service')
  })

  test('PostgreSQL: a migration that older services cannot live with waits for their end, or stops the start in one line', async () => {
    const url = await emptyDatabase()
    const { queue, close } = await openPostgresStores(url, patient)
    onTestFinished(close)
    const pool = new pg.Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    const owner = await queue.join()
    const steps = [...postgresMigrations, { title: '', sql: 'CREATE TABLE contracted ()', contracts: true }] as const
    const made = async () =>
      (await pool.query(`SELECT to_regclass('contracted') IS NOT NULL AS made`)).rows[0] as { made: boolean }
    await expect(prepareSchema(pool, { steps, lifetime: patient.lifetime, patience: 0 })).rejects.toThrow(
      /^the tables cannot be changed while 1 service of an earlier version still runs on the database; stop it, .*$/,
    )
    expect(await made()).toEqual({ made: false })
    const starting = prepareSchema(pool, { steps, lifetime: patient.lifetime, patience: Infinity })
    await queue.leave(owner)
    await starting
    expect(await made()).toEqual({ made: true })
  })

  test('PostgreSQL: a migration that PostgreSQL undoes, since an older service locks the tables the other way round, is made again', async () => {
    const url = await emptyDatabase()
    const pool = new pg.Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    await prepareSchema(pool)
    const older = new pg.Client(url)
    await older.connect()
    onTestFinished(() => older.end())
    // Of the two it is the migration that finds the deadlock out, and is undone.
    await older.query(`SET deadlock_timeout = '1h'; BEGIN; LOCK TABLE account`)
    const meets = `SELECT FROM pg_locks WHERE relation = 'task'::regclass AND NOT granted`
    const apart = `SELECT FROM pg_locks WHERE relation = 'account'::regclass AND granted AND mode = 'AccessExclusiveLock'`
    const sql = `LOCK TABLE task;
      DO $$ BEGIN WHILE NOT EXISTS (${meets}) AND EXISTS (${apart}) LOOP PERFORM pg_sleep(0.01); END LOOP; END $$;
      LOCK TABLE account; CREATE TABLE made ()`
    const migrated = prepareSchema(pool, { steps: [...postgresMigrations, { title: '', sql, expands: true }] })
    const beside = new pg.Client(url)
    await beside.connect()
    onTestFinished(() => beside.end())
    const holds = `SELECT FROM pg_locks WHERE relation = 'task'::regclass AND granted AND mode = 'AccessExclusiveLock'`
    await expect.poll(async () => (await beside.query(holds)).rowCount).toBe(1)
    await older.query('LOCK TABLE task; COMMIT')
    await migrated
    expect((await beside.query(`SELECT to_regclass('made') IS NOT NULL AS made`)).rows).toEqual([{ made: true }])
  })

  test('PostgreSQL: tables are brought up to date however long that takes', async () => {
    const pool = new pg.Pool({ connectionString: await emptyDatabase(), query_timeout: 1 })
    onTestFinished(() => pool.end())
    await expect(prepareSchema(pool)).resolves.toBeUndefined()
  })

  test('PostgreSQL: what is read is read on while the indexes of what completed tasks have cost are built', async () => {
    const url = await emptyDatabase()
    const [migrating, reading] = [new pg.Client(url), new pg.Client(url)]
    for (const client of [migrating, reading]) {
      await client.connect()
      onTestFinished(() => client.end())
    }
    const index = postgresMigrations.findIndex(({ title }) => title === 'what completed tasks have cost')
    for (const { sql } of postgresMigrations.slice(0, index)) await migrating.query(sql)
    await migrating.query('BEGIN')
    await reading.query(`SET lock_timeout = '1ms'`)
    const built: string[] = []
    for (const statement of postgresMigrations[index]?.sql.split(';') ?? []) {
      await migrating.query(statement)
      const [, name] = /^\s*CREATE (?:UNIQUE )?INDEX (\S+)/.exec(statement) ?? []
      if (name === undefined) continue
      for (const table of ['task', 'ledger', 'account']) await reading.query(`SELECT FROM ${table}`)
      built.push(name)
    }
    expect(built).toEqual(['ledger_entry', 'task_cost'])
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

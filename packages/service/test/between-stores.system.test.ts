import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { leftOut, secretTable } from '../src/commands/administration/saved-rows.js'
import { installationId } from '../src/admit/accounts/declared-id.js'
import { AskedRecord } from '../src/keep/files/asked-record.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { openSqlite, type SqliteDatabase } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { openStores } from '../src/keep/store/open.js'
import { noOutbox } from '../src/keep/store/outbox.js'
import { expectBalanced } from './contracts/ledger.js'
import { temporaryFolder } from './support/folder.js'
import { folderWithNpx } from './support/npx.js'
import { emptyDatabase, emptyTables, noPostgres } from './support/postgres.js'
import { ended, relay, upstream, upstreamOf } from './support/relay.js'
import { testService, video } from './support/service.js'

interface Place {
  dataDirectory: string
  databaseUrl?: string
}

async function run(place: Place, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { databaseUrl: undefined, ...place }, (line) => lines.push(line))
  return lines
}

const newFolder = (): string => join(temporaryFolder(), 'backup')

/** The tables of a backup and their columns, as SQLite has them. */
function sqliteColumns(database: SqliteDatabase): [string, string][] {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  return tables
    .map(({ name }) => String(name))
    .filter((name) => !leftOut.includes(name))
    .flatMap((table) =>
      database
        .prepare(`PRAGMA table_info("${table}")`)
        .all()
        .map(({ name, type }): [string, string] => [`${table}.${String(name)}`, String(type)]),
    )
}

/** Writes a database with a row in every table and a value in every column that there is. */
async function fullDatabase(folder: string): Promise<void> {
  const path = join(folder, 'tasks.db')
  await (await openSqliteStores(path)).close()
  const database = await openSqlite(path)
  database.exec(`
    INSERT INTO account (id, name, unlimited, created, available, held, disabled, weight, running_limit) VALUES
      ('poor', 'Poor \u2028船', 0, 1, 9007199254740000, 7, 0, 0.1, 3), ('rich', 'Rich', 1, 2, 0, 0, 1, 2.5, NULL);
    INSERT INTO api_key (hash, id, account, created, revoked) VALUES ('h1', 'key_1', 'poor', 1, 0), ('h2', 'key_2', 'rich', 2, 1);
    INSERT INTO budget (subject, period, credits, hard, warn, created) VALUES ('poor', 'day', 9, 1, 50, 5);
    INSERT INTO ledger (account, subject, step, kind, available, held, created) VALUES
      ('poor', 'grant:opening', 0, 'grant', 9007199254740007, 0, 1), ('poor', 't1', 0, 'hold', -7, 7, 2);
    INSERT INTO task (id, account, model, kind, parameters, status, stage, queue, created, amount, progress, refusals) VALUES
      ('t1', 'poor', 'm', 'video', '{"prompt":"a\\u0000b"}', 'queued', 'waiting', 'alpha', 10, 7, 0.1, '[{"upstream":"beta"}]'),
      ('t2', 'rich', 'm', 'image', '{}', 'completed', 'ended', 'alpha', 11, 9007199254740991, 1, NULL),
      ('t3', 'rich', 'm', 'image', '{}', 'failed', 'ended', 'alpha', 12, 0, 0, NULL);
    INSERT INTO idempotency (account, key, body_hash, task, created) VALUES ('poor', 'order-1', 'hash', 't1', 10);
    INSERT INTO asset (id, account, status, content_type, bytes, file, created) VALUES ('a1', 'poor', 'approved', 'image/png', 7, 'assets/a1', 3);
    INSERT INTO webhook_delivery (task, account, receiver, type, ended, due, attempts) VALUES ('t2', 'rich', 'orders', 'task.completed', 20, 21, 2);
    INSERT INTO key_usage (key, day, tasks, credits) VALUES ('key_1', 20000, 1, 7);
    INSERT INTO task_callback (task, url, created) VALUES ('t1', 'https://hooks.example/a', 10);
    INSERT INTO spent (account, day, credits) VALUES ('rich', 20000, 12);
    INSERT INTO loose_file (file, since) VALUES ('assets/a2', 5);
    INSERT INTO lost_keys (at) VALUES (4);
    INSERT INTO rewind (at) VALUES (4);
    INSERT INTO asked_record (id) VALUES ('0a1b2c3d');
    INSERT INTO task_event (account, number, task) VALUES ('rich', 1, 't2');
    INSERT INTO ended_session (id, until) VALUES ('session', 30);
    INSERT INTO value_list (id, list, read_at) VALUES ('up host key voices', '["anna"]', 31);
    INSERT INTO operator_action (id, at, who, action, subject, detail) VALUES (41, 5, 'Ada', 'retry', 't3', NULL);
    INSERT INTO upstream_hold (queue, since, who, reason) VALUES ('alpha', 5, 'Ada', 'an invoice');
    UPDATE alert SET told = 1;`)
  for (const [column, type] of sqliteColumns(database)) {
    const [table = '', name = ''] = column.split('.')
    const filled = database.prepare(`SELECT count(*) AS rows, count("${name}") AS filled FROM "${table}"`).get()
    expect(filled?.['rows'], `rows of ${table}`).not.toBe(0)
    if (filled?.['filled'] !== 0) continue
    const uuid = ['task.lease_owner', 'task.handler'].includes(column)
    const value = type !== 'TEXT' ? '3' : uuid ? `'0b2cba15-9f0c-4f4e-8f57-1d2a52a1c9aa'` : `'["words",{"ü":1}]'`
    database.exec(`UPDATE "${table}" SET "${name}" = ${value}${table === 'task' ? ` WHERE id = 't3'` : ''}`)
  }
  database.close()
}

/** Every row that a backup holds, by table. */
async function rowsOf(folder: string): Promise<Record<string, string[]>> {
  const database = await openSqlite(join(folder, 'tasks.db'))
  const tables = new Set(sqliteColumns(database).map(([column]) => column.split('.')[0] ?? ''))
  const ordered = (table: string) =>
    database
      .prepare(`SELECT * FROM "${table}"`)
      .all()
      .map((row) => JSON.stringify(row))
      .sort()
  const rows = [...tables].map((table) => [table, ordered(table)])
  database.close()
  return Object.fromEntries(rows) as Record<string, string[]>
}

/** What a service on a disk has beside the database. */
function writeFiles(folder: string): void {
  for (const place of ['results', 'assets']) mkdirSync(join(folder, 'files', place), { recursive: true })
  writeFileSync(join(folder, 'files/results/t2.png'), 'a picture')
  writeFileSync(join(folder, 'files/assets/a1'), 'a boat')
  writeFileSync(join(folder, 'result-url-secret'), `${'5e'.repeat(32)}\n`)
}

const execute = promisify(execFile)

/** The commands about moving in the guide to deployment. */
function blocksOf(language: string): string[] {
  const guide = readFileSync(new URL(`../../site/content/${language}/deploy.md`, import.meta.url), 'utf8')
  const [, section = ''] = guide.split(/^## .*SQLite.*$/m)
  return [...(section.split(/^## /m)[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('each table and column of a backup is in both stores', async () => {
    const folder = temporaryFolder()
    await (await openSqliteStores(join(folder, 'tasks.db'))).close()
    const database = await openSqlite(join(folder, 'tasks.db'))
    const ours = sqliteColumns(database).map(([column]) => column)
    database.close()
    const client = new pg.Client(await emptyTables())
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = current_schema()`,
    )
    const theirs = rows
      .filter(({ table }) => table !== secretTable && !leftOut.includes(table))
      .map(({ table, column }) => `${table}.${column}`)
    expect(theirs.toSorted()).toEqual(ours.toSorted())
  })

  test('a database moves from SQLite to PostgreSQL and back with every row, value and file', async () => {
    const [before, after] = [temporaryFolder(), temporaryFolder()]
    await fullDatabase(before)
    writeFiles(before)
    // The record of what upstreams were asked is whole since before the first task: nothing is set aside.
    const directory = join(before, 'files')
    const installation = installationId(Buffer.from('5e'.repeat(32), 'hex'))
    const asked = new AskedRecord({ files: new DiskFileStore(directory), installation, now: () => 0 })
    const recordId = await asked.open(0)
    const database = await openSqlite(join(before, 'tasks.db'))
    database.exec(`INSERT INTO asked_record (id) VALUES ('${recordId}')`)
    database.close()
    const original = await rowsOf(before)
    const [first, second] = [newFolder(), newFolder()]
    const middle = { dataDirectory: temporaryFolder(), databaseUrl: await emptyDatabase() }
    // No service runs in between: the record as it is now says all that was asked, until the last restore.
    const record = newFolder()
    cpSync(before, record, { recursive: true })
    expect(await run({ dataDirectory: before }, 'backup', first)).toEqual(['3 tasks, the database verified'])
    expect(await run(middle, 'restore', first, before)).toEqual([
      '3 tasks, the database verified',
      '1 task that no upstream was asked for since',
      expect.stringMatching(/^0 tasks set aside/),
    ])
    const stores = await openStores(middle, { outbox: noOutbox })
    await expectBalanced(stores.accounts)
    expect(await stores.budgets.budgets(10), 'counted anew').toMatchObject([{ subject: 'poor', used: 7 }])
    expect(await stores.budgets.announce([], 0, 10), 'told again').toHaveLength(0)
    const credits = new Map([['alpha', { held: 7, settled: 0, released: 0 }]])
    expect(await stores.accounts.creditsByQueue(), 'counted anew').toEqual(credits)
    await stores.close()
    const client = new pg.Client(middle.databaseUrl)
    await client.connect()
    const { rows: moved } = await client.query(
      `SELECT (SELECT jsonb_typeof(refusals) FROM task WHERE id = 't1') AS refusals, (SELECT encode(value, 'hex') FROM secret) AS secret`,
    )
    await client.end()
    expect(moved).toEqual([{ refusals: 'array', secret: '5e'.repeat(32) }])
    expect(await run(middle, 'backup', second)).toEqual(['3 tasks, the database verified'])
    await run({ dataDirectory: after }, 'restore', second, record)
    const restored = await openSqliteStores(join(after, 'tasks.db'))
    expect(await restored.accounts.creditsByQueue(), 'counted anew').toEqual(credits)
    await restored.close()
    // Each restore notes that the database was set back.
    const { rewind: rewinds, ...rows } = await rowsOf(after)
    expect({ ...rows, rewind: rewinds?.slice(2) }).toEqual(original)
    for (const file of ['files/results/t2.png', 'files/assets/a1', 'result-url-secret'])
      expect(readFileSync(join(after, file), 'utf8'), file).toBe(readFileSync(join(before, file), 'utf8'))
  })

  test('tasks that waited go on exactly once after a move, and then after the move back', async () => {
    const alpha = await upstream()
    const behind = upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey })
    const places: Place[] = [
      { dataDirectory: temporaryFolder() },
      { dataDirectory: temporaryFolder(), databaseUrl: await emptyDatabase() },
      { dataDirectory: temporaryFolder() },
    ]
    const ids: string[] = []
    let before: Awaited<ReturnType<typeof relay>> | undefined
    for (const [index, place] of places.entries()) {
      const from = places[index - 1]
      if (from !== undefined && before !== undefined) {
        await before.close()
        const backup = newFolder()
        await run(from, 'backup', backup)
        await run(place, 'restore', backup, from.dataDirectory)
        const stores = await openStores({ databaseUrl: undefined, ...place }, { outbox: noOutbox })
        expect(await stores.operator.endHold('alpha')).toBe(true)
        await stores.close()
        before = await relay(behind, { ...before, folder: place.dataDirectory }, place)
        for (const id of ids) expect(await before.when(id, ended)).toMatchObject({ status: 'completed' })
        expect(alpha.count('submit'), `after ${index} moves`).toBe(ids.length)
        await before.close()
      }
      const stores = await openStores({ databaseUrl: undefined, ...place }, { outbox: noOutbox })
      await stores.operator.hold({ queue: 'alpha', since: 1, who: 'Ada', reason: 'a move' })
      await stores.close()
      before = await relay(behind, before && { ...before, folder: place.dataDirectory }, { ...place })
      for (let count = 0; count < 4; count += 1) ids.push((await before.call('POST', '/tasks', video)).body.id)
    }
    await before?.close()
  })

  test('a restore into a database that takes no writes, as a standby does, fails with that and can be run again', async () => {
    const [from, to, backup] = [temporaryFolder(), temporaryFolder(), newFolder()]
    await run({ dataDirectory: from }, 'account', 'add', 'Guest')
    await run({ dataDirectory: from }, 'backup', backup)
    const databaseUrl = await emptyDatabase()
    const readOnly = `${databaseUrl}%20-cdefault_transaction_read_only%3Don`
    await expect(run({ dataDirectory: to, databaseUrl: readOnly }, 'restore', backup)).rejects.toThrow(
      'restore failed: cannot execute CREATE TABLE in a read-only transaction',
    )
    expect(await run({ dataDirectory: to, databaseUrl }, 'restore', backup)).toEqual(['0 tasks, the database verified'])
  })

  test('the commands of the guide move a service to PostgreSQL and back, as they are printed', async () => {
    const {
      submit,
      ended: done,
      folder,
      key,
      service,
    } = await testService({ dataDirectory: join(temporaryFolder(), 'data') })
    const { id } = await done((await submit(video)).body.id)
    await service.close()
    const url = await emptyDatabase()
    const cwd = dirname(folder)
    const env = { PATH: [folderWithNpx(), process.env['PATH']].join(delimiter), HOME: cwd }
    const [there = '', back = '', ...others] = blocksOf('en')
    expect(others).toEqual([])
    expect(blocksOf('zh')).toEqual([there, back])
    for (const block of [there, back]) {
      const script = block.replace('postgres://model-tasks@db.example/model_tasks', `'${url}'`)
      const { stdout } = await execute('bash', ['-ec', script], { cwd, env })
      expect(stdout).toBe('1 task, the database verified\n'.repeat(2))
    }
    const moved = await testService({ dataDirectory: join(cwd, 'data-sqlite'), key })
    expect(await (await fetch((await moved.ended(id)).result_url)).text()).toBe(`result of ${id}`)
  })
})

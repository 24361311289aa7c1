import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStores } from '../src/keep/store/postgres/open.js'
import { runCommand } from '../src/commands/administration/run.js'
import { temporaryFolder } from './support/folder.js'
import { noPostgres, startPostgres } from './support/postgres.js'
import { ended, relay, upstream, upstreamOf } from './support/relay.js'
import { video } from './support/service.js'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Moves every row to tables of a new server, as a dump does. */
async function moveRows(from: string, to: string): Promise<void> {
  await (await openPostgresStores(to)).close()
  const [source, target] = [await connected(from), await connected(to)]
  const { rows: tables } = await source.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_version'`,
  )
  await target.query('BEGIN; SET LOCAL session_replication_role = replica')
  for (const { name } of tables) {
    const { rows } = await source.query<{ row: string }>(`SELECT row_to_json(${name})::text AS row FROM ${name}`)
    const all = `[${rows.map(({ row }) => row).join(',')}]`
    await target.query(`DELETE FROM ${name}`)
    await target.query(
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, $1)`,
      [all],
    )
  }
  await target.query('COMMIT')
}

/** A database whose rows have moved to another server: two of its tasks run at the upstream, where none ends until `step` says so, and three wait. */
async function moved() {
  const settings = { fsync: 'off', autovacuum: 'off' }
  const [former, next] = [await startPostgres({ settings }), await startPostgres({ settings, anew: true })]
  for (const server of [former, next]) onTestFinished(() => server.stop())
  // None ends before the move, however long that takes.
  const step = { status: 'processing' }
  const alpha = await upstream({ script: Array.from({ length: 10_000 }, () => step) })
  const behind = upstreamOf({ name: 'alpha', baseUrl: alpha.baseUrl, apiKey: alpha.apiKey, concurrency: 2 })
  const before = await relay(behind, undefined, { databaseUrl: former.url })
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1) ids.push((await before.call('POST', '/tasks', video)).body.id)
  await before.meanwhile(alpha.received('submit', 2))
  for (const id of ids.slice(0, 2)) await before.when(id, ({ status }) => status === 'processing')
  await before.meanwhile(before.close())
  await moveRows(former.url, next.url)
  return { former, next, alpha, behind, before, ids, step }
}

describe.skipIf(noPostgres !== undefined)('with two servers', () => {
  test('a database that moves to another server with all its rows goes on where it was', async () => {
    const { next, alpha, behind, before, ids, step } = await moved()
    step.status = 'completed'
    const after = await before.meanwhile(relay(behind, before, { databaseUrl: next.url }))
    for (const id of ids) expect((await after.when(id, ended)).status).toBe('completed')
    expect(alpha.count('submit')).toBe(ids.length)
    expect(after.errors.filter((line) => line.includes('set aside'))).toEqual([])
    const lines: string[] = []
    const place = { dataDirectory: after.folder, databaseUrl: next.url }
    await runCommand(['restored', 'list'], place, (line) => lines.push(line))
    expect(lines).toEqual(['no task is set aside after a restore'])
  })

  test('a database that comes to another server without the data folder has nothing bought again that waited', async () => {
    const { former, next, alpha, behind, before, ids, step } = await moved()
    // The former one goes on for a while, with its data folder: what waits in the copy is bought here.
    step.status = 'completed'
    const on = await before.meanwhile(relay(behind, before, { databaseUrl: former.url }))
    for (const id of ids) await on.when(id, ended)
    await on.meanwhile(on.close())
    expect(alpha.count('submit')).toBe(ids.length)

    const empty = { clock: on.clock, key: on.key, folder: temporaryFolder() }
    const after = await on.meanwhile(relay(behind, empty, { databaseUrl: next.url }))
    for (const id of ids.slice(0, 2)) expect((await after.when(id, ended)).status).toBe('completed')
    const lines: string[] = []
    const place = { dataDirectory: after.folder, databaseUrl: next.url }
    await runCommand(['restored', 'list'], place, (line) => lines.push(line))
    expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual(ids.slice(2).toSorted())
    expect(alpha.count('submit')).toBe(ids.length)
    await after.meanwhile(after.close())

    // It belongs to that server now: another service with an empty folder sets nothing aside.
    const id = ids[4] ?? ''
    await runCommand(['restored', 'release', id], place, () => undefined)
    const later = { ...empty, folder: temporaryFolder() }
    const last = await on.meanwhile(relay(behind, later, { databaseUrl: next.url }))
    expect((await last.when(id, ended)).status).toBe('completed')
    expect(alpha.count('submit')).toBe(ids.length + 1)
  })
})

import { createWriteStream, existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool as PgPool, PoolClient } from 'pg'
import { openDataFolder, placesIn } from '../../keep/data/folder.js'
import { newerFormat } from '../../keep/store/newer-format.js'
import type { Row } from '../../keep/store/columns.js'
import { openPool } from '../../keep/store/postgres/database.js'
import { readTimeline } from '../../keep/store/postgres/timeline.js'
import type { Timeline } from '../../keep/store/timeline.js'
import { PostgresRestoredTasks, type Query } from '../../keep/store/postgres/restored-tasks.js'
import { storedUrlSecret } from '../../keep/store/postgres/url-secret.js'
import { migrations } from '../../keep/store/postgres/migrations.js'
import {
  expectNoRestore,
  noteVersion,
  prepareSchema,
  restoringTable,
  tableVersion,
} from '../../keep/store/postgres/schema.js'
import { backUpFiles, restoreFiles } from './backup-files.js'
import type { FileSettings } from '../../keep/files/place.js'
import { holding, type Restored } from './backup.js'
import { makeBackup } from './backup-folder.js'
import type { Held } from '../../keep/store/hold-unproven.js'
import { holdByRecord, type RestorePlace } from './hold-restored.js'
import { InputError } from '../../base/input-error.js'
import {
  inOrder,
  leftOut,
  manifest,
  savedRows,
  window,
  writeRows,
  type Manifest,
  type SavedRows,
} from './saved-rows.js'
import { readSqlite, sqliteFile } from './sqlite-rows.js'

/**
 * Writes the rows of every table as of one moment, one file of JSON lines per table, then copies the files. Readers and
 * writers go on. The backup is whole once `target` exists. Answers the number of tasks.
 */
export async function backUpPostgres(url: string, files: FileSettings, target: string): Promise<number> {
  return makeBackup(target, async (folder) => {
    const saved = await connected(url, (client) => writeTables(client, folder))
    await backUpFiles(files, folder)
    // With it the folder is a backup, which it is not before all files are there.
    writeFileSync(join(folder, manifest), JSON.stringify(saved), { mode: 0o600, flush: true })
    return saved.tables['task'] ?? 0
  })
}

/** Writes every table as of one moment. */
async function writeTables(client: PoolClient, folder: string): Promise<Manifest> {
  const at = Date.now()
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await expectNoRestore((text) => client.query(text))
  const { applied: version } = await tableVersion((text) => client.query(text))
  const tables: Record<string, number> = {}
  for (const table of await tablesOf(client))
    tables[table] = await writeTable(client, table, join(folder, `${table}.jsonl`))
  await client.query('COMMIT')
  return { version, at, tables }
}

/**
 * Puts a backup into an empty database, in one transaction, which ends once the files are where the settings say, and
 * brings it up to date. From its first step to its last, neither a service nor a command takes the database for a new
 * one. After an interruption it can be run again. Answers the number of tasks, and what became of those that an upstream
 * may have been asked for since.
 */
export async function restorePostgres(url: string, files: RestorePlace, source: string): Promise<Restored> {
  const from = resolve(source)
  const { work } = openDataFolder(files.dataDirectory)
  if (existsSync(join(from, sqliteFile)))
    return holding(from, files, () => readSqlite(from, { work }, (saved) => restoreRows(url, files, { from, saved })))
  const saved = savedRows(from)
  if (saved.version > migrations.length)
    throw new InputError(`${from} ${newerFormat(saved.version, migrations.length)}`)
  return restoreRows(url, files, { from, saved })
}

async function restoreRows(
  url: string,
  files: RestorePlace,
  { from, saved }: { from: string; saved: SavedRows },
): Promise<Restored> {
  const own = placesIn(files.dataDirectory).root
  return connected(url, async (client, pool) => {
    if ((await tablesOf(client)).length > 0) throw new InputError('the database is not empty; give one without tables')
    const begun = !(await claim(client))
    const timeline = await readTimeline(client)
    let written = begun
    try {
      await client.query('BEGIN')
      await lockClaim(client)
      await restoreTables(client, saved)
      await restoreFiles(files, from, {
        begun,
        ready() {
          written = true
        },
      })
      const place = { ...files, held: [from].filter((one) => one !== own) }
      const held = await hold(client, saved, place, timeline)
      await client.query(`DROP TABLE ${restoringTable}; COMMIT`)
      await prepareSchema(pool)
      return { tasks: saved.tables['task'] ?? 0, ...held }
    } catch (error) {
      if (!written) await client.query(`ROLLBACK; DROP TABLE IF EXISTS ${restoringTable}`)
      throw error
    }
  })
}

/** Within the transaction: a service that finds the database would submit what waits. */
async function hold(
  client: PoolClient,
  { version, at }: SavedRows,
  files: RestorePlace,
  timeline: Timeline | undefined,
): Promise<Held> {
  for (const { sql } of migrations.slice(version)) await client.query(sql)
  await noteVersion((text, values) => client.query(text, values && [...values]), migrations.length)
  const query: Query = async (text, values) => (await client.query<Row>(text, [...values])).rows
  return holdByRecord(new PostgresRestoredTasks(query), files, {
    secret: await storedUrlSecret(query),
    taken: at,
    now: Date.now(),
    timeline,
  })
}

/** Keeps everyone else from an empty database. Answers false where an interrupted restore has done so. */
async function claim(client: PoolClient): Promise<boolean> {
  try {
    await client.query(`CREATE TABLE ${restoringTable} ()`)
    return true
  } catch (error) {
    if (hasCode(error, '42P07', '23505')) return false
    throw error
  }
}

/** One restore at a time: as long as the transaction. */
async function lockClaim(client: PoolClient): Promise<void> {
  try {
    await client.query(`LOCK TABLE ${restoringTable} NOWAIT`)
  } catch (error) {
    if (hasCode(error, '55P03')) throw new InputError('another restore into this database is running')
    throw error
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** Makes the tables of a backup's version and fills them. */
async function restoreTables(client: PoolClient, saved: SavedRows): Promise<void> {
  for (const { sql } of migrations.slice(0, saved.version)) await client.query(sql)
  for (const table of inOrder(Object.keys(saved.tables))) await fillTable(client, saved, table)
}

async function connected<T>(url: string, work: (client: PoolClient, pool: PgPool) => Promise<T>): Promise<T> {
  const pool = await openPool({ connectionString: url, max: 2 })
  const client = await pool.connect()
  try {
    return await work(client, pool)
  } finally {
    // The connection goes with what it has begun.
    client.release(true)
    await pool.end()
  }
}

async function tablesOf(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  )
  return inOrder(rows.map(({ name }) => name).filter((name) => name !== restoringTable && !leftOut.includes(name)))
}

/** A row is text to this process, so that no number of it is rounded. */
async function writeTable(client: PoolClient, table: string, path: string): Promise<number> {
  let count = 0
  await client.query(`DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(one)::text AS line FROM "${table}" AS one`)
  await pipeline(
    async function* () {
      for (let full = true; full;) {
        const { rows } = await client.query<{ line: string }>(`FETCH ${window} FROM backup`)
        count += rows.length
        full = rows.length === window
        if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  await client.query('CLOSE backup')
  return count
}

async function fillTable(client: PoolClient, saved: SavedRows, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; json: boolean }>(
    `SELECT attname AS name, atttypid = 'jsonb'::regtype AS json FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [`"${table}"`],
  )
  const columns = rows.map(({ name }) => `"${name}"`).join(', ')
  // SQLite keeps JSON as text. No column of this service holds a JSON value that is a string.
  const values = rows.map(({ name, json }) =>
    json
      ? `CASE jsonb_typeof("${name}") WHEN 'string' THEN ("${name}" #>> '{}')::jsonb ELSE "${name}" END`
      : `"${name}"`,
  )
  await writeRows(saved, table, async (lines) => {
    await client.query(
      `INSERT INTO "${table}" (${columns}) OVERRIDING SYSTEM VALUE
        SELECT ${values.join(', ')} FROM json_populate_recordset(NULL::"${table}", $1::json)`,
      [`[${lines.join(',')}]`],
    )
  })
  await continueNumbers(client, table)
}

/** Lets the numbers that the database gives to rows go on after those that were restored: given again, they would be taken. */
async function continueNumbers(client: PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attidentity <> ''`,
    [`"${table}"`],
  )
  for (const { name } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max("${name}"), 1), max("${name}") IS NOT NULL) FROM "${table}"`,
      [`"${table}"`, name],
    )
}

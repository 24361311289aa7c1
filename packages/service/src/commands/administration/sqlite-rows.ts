import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { storedSecret, writeSecret } from '../../keep/data/secret.js'
import { isJsonObject, type JsonValue } from '../../base/json.js'
import { migrations as postgresMigrations } from '../../keep/store/postgres/migrations.js'
import { openSqlite, type SqliteDatabase, type SqliteRow, type SqliteValue } from '../../keep/store/sqlite/database.js'
import { migrations as sqliteMigrations } from '../../keep/store/sqlite/migrations.js'
import { prepareSchema } from '../../keep/store/sqlite/schema.js'
import { newerFormat } from '../../keep/store/newer-format.js'
import { InputError } from '../../base/input-error.js'
import {
  expectTable,
  inOrder,
  leftOut,
  savedJson,
  secretName,
  secretTable,
  writeRows,
  type SavedRows,
} from './saved-rows.js'

/** The database of a backup of SQLite, and the file of the secret beside it. */
export const sqliteFile = 'tasks.db'
export const secretFile = 'result-url-secret'
/** When the database of a backup was saved. */
export const takenFile = 'taken.json'

/** When a backup was made; undefined where it does not say, as one of an earlier version. */
export function takenOf(folder: string): number | undefined {
  if (!existsSync(join(folder, takenFile))) return undefined
  const content = savedJson(readFileSync(join(folder, takenFile), 'utf8'))
  const at = isJsonObject(content) ? content['at'] : undefined
  return typeof at === 'number' ? at : undefined
}

/** How many tasks a database holds, all of which can be read. `newest`: the latest version that its tables may have. */
export async function verifiedTasks(path: string, newest = Infinity): Promise<number> {
  const database = await openSqlite(path)
  try {
    const checked = database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    if (checked !== 'ok') throw new InputError(`${path} is damaged: ${String(checked)}`)
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
    if (version > newest) throw new InputError(`${path} ${newerFormat(version, newest)}`)
    return Number(database.prepare('SELECT count(*) AS tasks FROM task').get()?.['tasks'] ?? 0)
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    database.close()
  }
}

/**
 * Reads a backup of SQLite as rows, brought up to date in a copy in the folder `work`, which is gone once `use` has ended.
 * Throws `InputError` where the database is damaged.
 */
export async function readSqlite<T>(
  backup: string,
  { work }: { work: string },
  use: (saved: SavedRows) => Promise<T>,
): Promise<T> {
  const saved = join(backup, sqliteFile)
  await verifiedTasks(saved, sqliteMigrations.length)
  const folder = mkdtempSync(join(work, 'restore-'))
  try {
    const copy = join(folder, sqliteFile)
    cpSync(saved, copy)
    const database = await openSqlite(copy)
    try {
      prepareSchema(database)
      return await use(rowsOf(database, backup))
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(database: SqliteDatabase, backup: string): SavedRows {
  const secret = storedSecret(join(backup, secretFile))
  const at = takenOf(backup)
  const tables = tablesOf(database).map((table) => [table, countOf(database, table)] as const)
  return {
    version: postgresMigrations.length,
    ...(at === undefined ? {} : { at }),
    tables: Object.fromEntries(secret === undefined ? tables : [...tables, [secretTable, 1]]),
    async *rows(table) {
      if (table === secretTable)
        yield JSON.stringify({ name: secretName, value: `\\x${secret?.toString('hex') ?? ''}` })
      else for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate()) yield lineOf(row)
    },
  }
}

function tablesOf(database: SqliteDatabase): string[] {
  const rows = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
  return inOrder(rows.map(({ name }) => String(name)).filter((name) => !leftOut.includes(name)))
}

function countOf(database: SqliteDatabase, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM "${table}"`).get()?.['rows'])
}

/** PostgreSQL keeps no NUL in a text. */
const lineOf = (row: SqliteRow): string =>
  JSON.stringify(row, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\u{FFFD}') : value,
  )

/**
 * Fills a database with rows, in one transaction, and puts the secret among them into the file `secret`. What is in the
 * file, as after an interruption, goes. Throws `InputError` where they are not whole, or have a column that this version
 * does not know.
 */
export async function writeSqlite(path: string, saved: SavedRows, { secret }: { secret: string }): Promise<void> {
  for (const beside of ['-wal', '-shm']) rmSync(`${path}${beside}`, { force: true })
  if (existsSync(path)) truncateSync(path)
  const database = await openSqlite(path)
  try {
    prepareSchema(database)
    database.exec('BEGIN')
    for (const table of inOrder(Object.keys(saved.tables)))
      if (table === secretTable) await restoreSecret(saved, secret)
      else await fillTable(database, saved, table)
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

async function fillTable(database: SqliteDatabase, saved: SavedRows, table: string): Promise<void> {
  expectTable(table)
  const columns = database
    .prepare(`PRAGMA table_info("${table}")`)
    .all()
    .map(({ name }) => String(name))
  const insert = database.prepare(
    `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  await writeRows(saved, table, (lines) => {
    for (const line of lines) {
      const row = rowOf(line, table)
      const unknown = Object.keys(row).find((name) => !columns.includes(name))
      if (unknown !== undefined)
        throw new InputError(`the backup has a column ${table}.${unknown}, which is not known here`)
      insert.run(...columns.map((name) => valueOf(row[name])))
    }
  })
}

function rowOf(line: string, table: string): Readonly<Record<string, JsonValue>> {
  const row = savedJson(line)
  if (!isJsonObject(row)) throw new InputError(damagedRow(table))
  return row
}

const damagedRow = (table: string): string => `${table}.jsonl holds a row that cannot be read; it is damaged`

/** What SQLite has no type for it keeps as what it has: truth values as 0 and 1, JSON as text. */
function valueOf(value: JsonValue | undefined): SqliteValue {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return value ?? null
}

async function restoreSecret(saved: SavedRows, file: string): Promise<void> {
  await writeRows(saved, secretTable, (lines) => {
    for (const line of lines) {
      const { name, value } = rowOf(line, secretTable)
      if (name !== secretName) continue
      if (typeof value !== 'string') throw new InputError(damagedRow(secretTable))
      writeSecret(file, Buffer.from(value.replace('\\x', ''), 'hex'))
    }
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, parseJson, type JsonValue } from '../../base/json.js'
import { textLines } from '../../base/text-lines.js'
import { InputError } from '../../base/input-error.js'

/**
 * The rows of a backup, whichever store they were saved from. Nothing here lists tables or columns: both stores have the
 * same ones, and the tables that rows go into say what they take.
 */
export interface SavedRows {
  /** The version of PostgreSQL's tables that the rows fit. */
  version: number
  /** When the backup was begun, in milliseconds since the Unix epoch; absent in one of an earlier version. */
  at?: number
  /** How many rows each table has. */
  tables: Record<string, number>
  /** The rows of a table, each as the text of a JSON object by column. Throws `InputError` where they are not there. */
  rows(table: string): AsyncIterable<string>
}

/** What a backup of rows says of itself. */
export type Manifest = Omit<SavedRows, 'rows'>

/** The file that makes a folder a backup of rows. */
export const manifest = 'backup.json'

/** Rows that are read and written at a time. */
export const window = 500

/** Tables that only one of the stores has, or that say which processes live: not part of a backup. The counts are taken anew as tasks are written. */
export const leftOut = [
  'home',
  'process',
  'service_process',
  'task_wake',
  'task_change',
  'queue_account',
  'budget_use',
  'queue_count',
  'upstream_credits',
  'schema_version',
  'schema_applied',
]

/** The table of PostgreSQL for what SQLite's services keep in a file: the secret that result URLs are signed with. */
export const secretTable = 'secret'
export const secretName = 'result-url'

/** Tables in the order in which they are filled: by name, so that `account` comes first, which others refer to. */
export function inOrder(tables: readonly string[]): string[] {
  return tables.toSorted()
}

/** What a line or a file of a backup says; undefined where it is not JSON, as after a copy that was cut off. */
export function savedJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The rows of a backup of PostgreSQL. Throws `InputError` where the folder is not one. */
export function savedRows(folder: string): SavedRows {
  const path = join(folder, manifest)
  if (!existsSync(path)) throw new InputError(`${folder} is not a backup: it has neither tasks.db nor ${manifest}`)
  const content = savedJson(readFileSync(path, 'utf8'))
  const { version, tables, at } = isJsonObject(content) ? content : {}
  if (typeof version !== 'number' || !isJsonObject(tables)) throw new InputError(`${path} cannot be read`)
  return {
    version,
    ...(typeof at === 'number' ? { at } : {}),
    tables: Object.fromEntries(Object.entries(tables).map(([name, count]) => [name, Number(count)])),
    rows: (table) => linesOf(join(folder, `${table}.jsonl`)),
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) throw new InputError(`${path} is missing; the backup is damaged`)
  const file = await open(path)
  try {
    yield* textLines(file.createReadStream({ autoClose: false }))
  } finally {
    await file.close()
  }
}

/** Throws `InputError` for the name of a table that a backup cannot have, before it becomes part of a statement. */
export function expectTable(table: string): void {
  if (!/^[a-z_]+$/.test(table)) throw new InputError(`${table} is not a table of this service`)
}

/** Writes the rows of a table in windows. Throws `InputError` where there are more or fewer than the backup counted. */
export async function writeRows(
  saved: SavedRows,
  table: string,
  write: (rows: readonly string[]) => void | Promise<void>,
): Promise<void> {
  expectTable(table)
  let [count, rows]: [number, string[]] = [0, []]
  for await (const row of saved.rows(table)) {
    rows.push(row)
    count += 1
    if (rows.length < window) continue
    await write(rows)
    rows = []
  }
  if (rows.length > 0) await write(rows)
  if (count !== saved.tables[table])
    throw new InputError(
      `${table}.jsonl holds ${count} rows and the backup had ${saved.tables[table] ?? 0}; it is damaged`,
    )
}

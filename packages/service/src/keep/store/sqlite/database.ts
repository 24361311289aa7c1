import { keepPrivate, makePrivate } from '../../data/private-file.js'

/** What a SQLite column holds. */
export type SqliteValue = null | number | bigint | string | Uint8Array
export type SqliteRow = Record<string, SqliteValue>

/** The part of node:sqlite's interface that the stores use. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number | bigint }
  get(...values: SqliteValue[]): SqliteRow | undefined
  all(...values: SqliteValue[]): SqliteRow[]
  /** The rows one by one, so that a table need not fit into memory. */
  iterate(...values: SqliteValue[]): Iterable<SqliteRow>
}
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  /** With the npm package of Node 20, the file itself stays open until the prepared statements are garbage-collected. */
  close(): void
}
interface SqliteModule {
  DatabaseSync: new (path: string) => SqliteDatabase
}

/**
 * Opens a SQLite file with Node's own SQLite where this Node has it, else with the npm package of the same interface.
 * The file and those beside it are for its owner only. Throws when the file cannot be opened.
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = builtIn() ?? (await packaged())
  makePrivate(path)
  // New ones get the mode of the file itself; these may be of a time when it had another.
  for (const beside of ['-wal', '-shm']) keepPrivate(`${path}${beside}`)
  return new DatabaseSync(path)
}

function isSqliteModule(value: object | undefined): value is SqliteModule {
  return value !== undefined && 'DatabaseSync' in value
}

function builtIn(): SqliteModule | undefined {
  // Node 22 warns on stderr that its SQLite is experimental, which would be the first line an operator reads.
  const restore = Object.getOwnPropertyDescriptor(process, 'emitWarning')
  process.emitWarning = () => undefined
  try {
    const found = process.getBuiltinModule('node:sqlite')
    return isSqliteModule(found) ? found : undefined
  } finally {
    if (restore !== undefined) Object.defineProperty(process, 'emitWarning', restore)
  }
}

async function packaged(): Promise<SqliteModule> {
  const found: object = await import('@photostructure/sqlite')
  if (!isSqliteModule(found)) throw new Error('@photostructure/sqlite has no DatabaseSync')
  return found
}

import { newerFormat } from '../newer-format.js'
import type { SqliteDatabase } from './database.js'
import { busyTimeout } from './log-room.js'
import { migrations } from './migrations.js'

/**
 * Sets the file up for durable commits and brings its tables up to date.
 * Throws when the file was written by a newer version of the service.
 */
export function prepareSchema(database: SqliteDatabase): void {
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`)
  if (versionOf(database) < migrations.length) migrate(database)
}

/**
 * All migrations in one transaction: a kill leaves the file as it was, and a new file costs one commit. The version is
 * read again under the lock: a command beside a starting service may have been first.
 */
function migrate(database: SqliteDatabase): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const { sql } of migrations.slice(versionOf(database))) database.exec(sql)
    database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`)
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function versionOf(database: SqliteDatabase): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  if (version > migrations.length) {
    throw new Error(`the database ${newerFormat(version, migrations.length)}`)
  }
  return version
}

import { newerFormat } from '../newer-format.js'
import type { SqliteDatabase } from './database.js'
import { migrations } from './migrations.js'

/**
 * Sets the file up for durable commits and brings its tables up to date.
 * Throws when the file was written by a newer version of the service.
 */
export function prepareSchema(database: SqliteDatabase): void {
  database.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000',
  )
  for (let applied = versionOf(database); applied < migrations.length; applied = versionOf(database)) migrate(database)
}

/** One migration in one transaction. The version is read again under its lock: a command beside a starting service may have been first. */
function migrate(database: SqliteDatabase): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    database.exec(migrations[version]?.sql ?? '')
    database.exec(`PRAGMA user_version = ${Math.min(version + 1, migrations.length)}; COMMIT`)
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

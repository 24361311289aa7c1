import { neededVersion, type TableVersion } from '../migration.js'
import { newerFormat } from '../newer-format.js'
import type { SqliteDatabase } from './database.js'
import { busyTimeout } from './log-room.js'
import { migrations } from './migrations.js'
import { tables } from './tables.js'

/** The table that says how many migrations were applied. */
export const appliedTable = 'schema_applied'

/**
 * Sets the file up for durable commits and brings its tables up to date.
 * Throws when the file was written by a newer version of the service.
 */
export function prepareSchema(database: SqliteDatabase): void {
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`)
  if (versionOf(database).applied < migrations.length) migrate(database)
}

/**
 * All migrations in one transaction: a kill leaves the file as it was, and a new file costs one commit. It gets the tables that they
 * end with: one after the other, they take nine times as long. The version is read again under the lock: a command beside a
 * starting service may have been first.
 */
function migrate(database: SqliteDatabase): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const { applied } = versionOf(database)
    if (applied === 0) database.exec(tables)
    else for (const { sql } of migrations.slice(applied)) database.exec(sql)
    database.exec(`
      CREATE TABLE IF NOT EXISTS ${appliedTable} (applied INTEGER NOT NULL) STRICT;
      DELETE FROM ${appliedTable}; INSERT INTO ${appliedTable} VALUES (${migrations.length});
      PRAGMA user_version = ${neededVersion(migrations)}; COMMIT`)
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** The version of the tables. Throws when it needs a newer version of the service. */
function versionOf(database: SqliteDatabase): TableVersion {
  const version = tableVersion(database)
  if (version.needed > migrations.length)
    throw new Error(`the database ${newerFormat(version.needed, migrations.length)}`)
  return version
}

/** What the file says of its tables. One of a version before says only what it needs. */
export function tableVersion(database: SqliteDatabase): TableVersion {
  const needed = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  const kept = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '${appliedTable}'`).get() !== undefined
  const applied = kept ? Number(database.prepare(`SELECT applied FROM ${appliedTable}`).get()?.['applied']) : needed
  return { needed, applied }
}

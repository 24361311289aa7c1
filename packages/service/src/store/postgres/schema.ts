import type { Pool, QueryConfig, QueryResult } from 'pg'
import { SettingsError } from '../../settings/settings-error.js'
import { number } from '../columns.js'
import { newerFormat } from '../newer-format.js'
import { migrations } from './migrations.js'

/** A table that is there from the first step of a restore until its last, with which it goes. */
export const restoringTable = 'unfinished_restore'

/** What is wrong with a database that has this table, and what to do about it. */
export const unfinishedRestore = {
  found: 'a backup is being restored into the database, or that was interrupted',
  next: 'run model-tasks-service restore <folder> again to finish it, or use another database',
}

/** Any number, the same in every service: whoever holds this lock brings the tables up to date. */
const migrationLock = 7_261_944_381

/** Milliseconds that one statement may take, the most that a timer can wait: the tables may be large, or another service may be at it. */
const statementTimeout = 2 ** 31 - 1

/** Its types leave out that the driver takes a bound of its own for each statement. */
interface Statement extends QueryConfig {
  query_timeout: number
}

type Query = (text: string, values?: readonly unknown[]) => Promise<QueryResult<Record<string, unknown>>>

/**
 * Brings the tables up to date, in one transaction and one service at a time, so that replicas may start at once. That
 * takes as long as it takes, whatever the pool sets for its statements. Throws when the database was written by a newer version of
 * the service.
 */
export async function prepareSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  const query: Query = (text, values = []) => {
    const statement: Statement = { text, values: [...values], query_timeout: statementTimeout }
    return client.query<Record<string, unknown>>(statement)
  }
  try {
    await query('BEGIN')
    await migrate(query)
    await query('COMMIT')
    client.release()
  } catch (error) {
    // The connection goes with what it has begun.
    client.release(true)
    throw error
  }
}

/** Throws `SettingsError` when a restore into the database has begun and not ended. */
export async function expectNoRestore(query: Query): Promise<void> {
  const {
    rows: [row],
  } = await query(`SELECT to_regclass('${restoringTable}') IS NOT NULL AS restoring`)
  if (row?.['restoring'] === true)
    throw new SettingsError(`MODEL_TASKS_DATABASE_URL: ${unfinishedRestore.found}; ${unfinishedRestore.next}`)
}

async function migrate(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await expectNoRestore(query)
  await query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
  const {
    rows: [row],
  } = await query('SELECT version FROM schema_version')
  const version = row === undefined ? 0 : number(row, 'version')
  if (version > migrations.length) {
    throw new Error(`the database ${newerFormat(version, migrations.length)}`)
  }
  for (const migration of migrations.slice(version)) await query(migration.sql)
  if (row === undefined) await query('INSERT INTO schema_version VALUES ($1)', [migrations.length])
  else if (version < migrations.length) await query('UPDATE schema_version SET version = $1', [migrations.length])
}

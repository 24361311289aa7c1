import type { Pool, PoolClient } from 'pg'
import { number } from '../columns.js'
import { migrations } from './migrations.js'

/** Any number, the same in every service: whoever holds this lock brings the tables up to date. */
const migrationLock = 7_261_944_381

/**
 * Brings the tables up to date, in one transaction and one service at a time, so that replicas may start at once.
 * Throws when the database was written by a newer version of the service.
 */
export async function prepareSchema(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await migrate(client)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // The connection goes with what it has begun.
    client.release(true)
    throw error
  }
}

async function migrate(client: PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)')
  const {
    rows: [row],
  } = await client.query<Record<string, unknown>>('SELECT version FROM schema_version')
  const version = row === undefined ? 0 : number(row, 'version')
  if (version > migrations.length) {
    throw new Error(
      `the database was written by a newer version of the service (its format is ${version}, this version knows ${migrations.length})`,
    )
  }
  for (const migration of migrations.slice(version)) await client.query(migration.sql)
  if (row === undefined) await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length])
  else if (version < migrations.length)
    await client.query('UPDATE schema_version SET version = $1', [migrations.length])
}

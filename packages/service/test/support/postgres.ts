import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { atEndOfFile } from '../../../../test/end-of-file.js'
import { openPostgresStores } from '../../src/keep/store/postgres/open.js'
import { noPostgres, startPostgres, type PostgresServer } from './postgres-server.js'

export { noPostgres, startPostgres, type PostgresServer }

if (noPostgres !== undefined) process.stderr.write(`skipped: ${noPostgres}\n`)

/**
 * For stores whose processes a test joins by hand. The server's own clock judges which of them lives, and its heartbeat waits half as
 * long for a connection: long enough that a busy machine ends none in the middle of a test.
 */
export const patient = { lifetime: 600_000 }

/** What a killed process has written survives it without waiting for the disk; only a machine that fails needs that. */
const quick = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }

let started: Promise<{ server: PostgresServer; admin: pg.Pool }> | undefined

/** The URL of a database with nothing in it, in this file's PostgreSQL, which starts with the first and ends with the file. */
export async function emptyDatabase(): Promise<string> {
  started ??= start()
  const { server, admin } = await started
  return schemaOf(server, admin)
}

const tables: string[] = []

/**
 * The URL of a database with the tables of this version and nothing in them. Making tables is what most of such a test
 * would take: they are emptied after the test, and used again.
 */
export async function emptyTables(): Promise<string> {
  const url = tables.pop() ?? (await newTables())
  onTestFinished(async () => {
    await clear(url)
    tables.push(url)
  })
  return url
}

/** The URL of tables in which nothing has ever been: what was there before changes how they are read. */
export async function newTables(): Promise<string> {
  return migrated(await emptyDatabase())
}

async function migrated(url: string): Promise<string> {
  await (await openPostgresStores(url)).close()
  return url
}

async function clear(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_version'`,
  )
  // A replica's rows refer to any other row: the order does not matter.
  await client.query(
    ['SET session_replication_role = replica', ...rows.map(({ name }) => `DELETE FROM ${name}`)].join(';'),
  )
  await client.end()
}

/** The URL of an empty schema, which is all that a service sees of the database. */
export async function schemaOf({ url }: PostgresServer, admin: Pick<pg.Pool, 'query'>): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`CREATE SCHEMA ${name}`)
  return `${url}?options=-csearch_path%3D${name}`
}

async function start(): Promise<{ server: PostgresServer; admin: pg.Pool }> {
  const server = await startPostgres({ settings: quick })
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  admin.on('error', () => undefined)
  atEndOfFile(async () => {
    started = undefined
    tables.length = 0
    await admin.end()
    await server.stop()
  })
  return { server, admin }
}

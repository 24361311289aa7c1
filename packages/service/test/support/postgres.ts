import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll } from 'vitest'
import { noPostgres, startPostgres, type PostgresServer } from './postgres-server.js'

export { noPostgres, startPostgres, type PostgresServer }

if (noPostgres !== undefined) process.stderr.write(`skipped: ${noPostgres}\n`)

let started: Promise<{ server: PostgresServer; admin: pg.Pool }> | undefined

/** The URL of a database with nothing in it, in this file's PostgreSQL, which starts with the first and ends with the file. */
export async function emptyDatabase(): Promise<string> {
  started ??= start()
  const { server, admin } = await started
  return schemaOf(server, admin)
}

/** The URL of an empty schema, which is all that a service sees of the database. */
export async function schemaOf({ url }: PostgresServer, admin: Pick<pg.Pool, 'query'>): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin.query(`CREATE SCHEMA ${name}`)
  return `${url}?options=-csearch_path%3D${name}`
}

async function start(): Promise<{ server: PostgresServer; admin: pg.Pool }> {
  const server = await startPostgres()
  const admin = new pg.Pool({ connectionString: server.url, max: 1 })
  admin.on('error', () => undefined)
  return { server, admin }
}

afterAll(async () => {
  if (started === undefined) return
  const { server, admin } = await started
  await admin.end()
  await server.stop()
})

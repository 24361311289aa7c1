import pg from 'pg'
import type { PostgresHost } from './postgres-host.js'

/** Locks the rows that a query names, in a transaction of its own, as a person at psql does who has not committed yet. Answers what lets go of them. */
export async function lockRows(host: PostgresHost, query: string): Promise<() => Promise<void>> {
  const { port, database } = host
  const client = new pg.Client({ host: '127.0.0.1', user: 'postgres', port, database })
  // Ended with the world, where that ends first.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`BEGIN; ${query}`)
  return async () => {
    await client.end()
    await host.settle()
  }
}

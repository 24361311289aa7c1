import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { noOutbox, type Outbox } from '../outbox.js'
import type { Stores } from '../stores.js'
import { PostgresAccountStore } from './account-store.js'
import { PostgresAssetStore } from './asset-store.js'
import { run } from './database.js'
import { prepareSchema } from './schema.js'
import { PostgresTaskLeases } from './task-leases.js'
import { PostgresTaskStore } from './task-store.js'
import { PostgresWebhookDeliveries } from './webhook-deliveries.js'

/** How long a lease holds, in milliseconds: a killed service's tasks are free after this. */
const leaseDuration = 10_000

const connections = 10
const patience = 30_000

/**
 * Opens a PostgreSQL database, makes or updates its tables and gives the stores in it. Throws when it cannot be used;
 * the message has no part of the URL in it.
 */
export async function openPostgresStores(
  url: string,
  settings: { leaseDuration?: number; outbox?: Outbox } = {},
): Promise<Stores> {
  const {
    default: { Pool },
  } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    application_name: 'model-tasks-service',
    max: connections,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    keepAlive: true,
  })
  // An idle connection that breaks is replaced; what is wrong is said by the next query.
  pool.on('error', () => undefined)
  try {
    await prepareSchema(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const owner = randomUUID()
  return {
    tasks: new PostgresTaskStore(pool, owner, settings.outbox ?? noOutbox),
    accounts: new PostgresAccountStore(pool),
    assets: new PostgresAssetStore(pool),
    deliveries: new PostgresWebhookDeliveries(pool),
    leases: new PostgresTaskLeases(pool, owner, settings.leaseDuration ?? leaseDuration),
    urlSecret: () => sharedSecret(pool),
    close: () => pool.end(),
  }
}

async function sharedSecret(pool: Pool): Promise<Buffer> {
  await run(pool, `INSERT INTO secret (name, value) VALUES ('result-url', $1) ON CONFLICT DO NOTHING`, [
    randomBytes(32),
  ])
  const [row] = await run(pool, `SELECT value FROM secret WHERE name = 'result-url'`)
  const value = row?.['value']
  if (!Buffer.isBuffer(value)) throw new Error('the table secret holds no result-url')
  return value
}

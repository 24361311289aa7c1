import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { noOutbox, type Outbox } from '../outbox.js'
import type { Stores } from '../stores.js'
import { PostgresAccountStore } from './account-store.js'
import { PostgresAssetStore } from './asset-store.js'
import { run } from './database.js'
import { prepareSchema } from './schema.js'
import { PostgresTaskEnds } from './task-ends.js'
import { PostgresTaskQueue } from './task-queue.js'
import { PostgresTaskRuns } from './task-runs.js'
import { PostgresTaskStore } from './task-store.js'
import { PostgresWebhookDeliveries } from './webhook-deliveries.js'

/** How long a process counts as alive after a heartbeat, in milliseconds. Its tasks are free a quarter of that later at most. */
const lifetime = 8000

const connections = 10
const connectionTimeout = 30_000

/**
 * Opens a PostgreSQL database, makes or updates its tables and gives the stores in it. Throws when it cannot be used;
 * the message has no part of the URL in it.
 */
export async function openPostgresStores(
  url: string,
  settings: { lifetime?: number; outbox?: Outbox } = {},
): Promise<Stores> {
  const {
    default: { Pool },
  } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    application_name: 'model-tasks-service',
    max: connections,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: connectionTimeout,
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
  const ends = new PostgresTaskEnds(pool, settings.outbox ?? noOutbox)
  return {
    tasks: new PostgresTaskStore(pool, ends),
    queue: new PostgresTaskQueue(pool, ends, settings.lifetime ?? lifetime),
    runs: new PostgresTaskRuns(pool, ends),
    shared: true,
    accounts: new PostgresAccountStore(pool),
    assets: new PostgresAssetStore(pool),
    deliveries: new PostgresWebhookDeliveries(pool),
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

import type { Pool } from 'pg'
import { Durations, shortTimes } from '../../../base/durations.js'
import { number } from '../columns.js'
import { noOutbox, type Outbox } from '../outbox.js'
import type { Stores } from '../stores.js'
import { PostgresAccountStore } from './account-store.js'
import { PostgresAssetStore } from './asset-store.js'
import { PostgresBudgetStore } from './budget-store.js'
import { PostgresConsoleSessions } from './console-sessions.js'
import { now, openPool, run } from './database.js'
import { PostgresEventStore } from './event-store.js'
import { PostgresRestoredTasks, type Query } from './restored-tasks.js'
import { sharedUrlSecret } from './url-secret.js'
import { PostgresProcessStore } from './process-store.js'
import { prepareSchema } from './schema.js'
import { PostgresHome } from './home.js'
import { PostgresKeyStore } from './key-store.js'
import { PostgresTaskEnds } from './task-ends.js'
import { PostgresTaskQueue } from './task-queue.js'
import { PostgresTaskRuns } from './task-runs.js'
import { PostgresOperatorStore } from './operator-store.js'
import { PostgresTaskSearch } from './task-search.js'
import { PostgresTaskStore } from './task-store.js'
import { PostgresTimelineWatch } from './timeline.js'
import { PostgresValueListStore } from './value-list-store.js'
import { PostgresWaitingLines } from './waiting-lines.js'
import { PostgresWebhookDeliveries } from './webhook-deliveries.js'

/** How long a process counts as alive after a heartbeat, in milliseconds. Its tasks are free a quarter of that later at most. */
const usualLifetime = 6000

const connections = 10
/** One to show that the process lives, one to free the tasks of those that do not. */
const heartbeatConnections = 2
const connectionTimeout = 30_000

/**
 * Opens a PostgreSQL database, makes or updates its tables and gives the stores in it. Throws when it cannot be used;
 * the message has no part of the URL in it.
 */
export async function openPostgresStores(
  url: string,
  settings: { lifetime?: number | undefined; outbox?: Outbox } = {},
): Promise<Stores> {
  const lifetime = settings.lifetime ?? usualLifetime
  const timeline = new PostgresTimelineWatch()
  const poolOf = (max: number, timeout: number, waits?: Durations): Promise<Pool> =>
    openPool(
      {
        connectionString: url,
        application_name: 'model-tasks-service',
        max,
        connectionTimeoutMillis: timeout,
        query_timeout: timeout,
        keepAlive: true,
        verify: timeline.verify,
      },
      waits,
    )
  const waits = new Durations(shortTimes)
  const pool = await poolOf(connections, connectionTimeout, waits)
  // However busy the others are, the heartbeat has a connection; and one that hangs is given up while there is time for another.
  const heartbeats = await poolOf(heartbeatConnections, lifetime / 2)
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), heartbeats.end()])
  }
  try {
    await timeline.open(pool)
    await prepareSchema(pool, { lifetime })
  } catch (error) {
    await close()
    throw error
  }
  const ends = new PostgresTaskEnds(pool, settings.outbox ?? noOutbox)
  const budgets = new PostgresBudgetStore(pool)
  const query: Query = (text, values) => run(pool, text, values)
  return {
    tasks: new PostgresTaskStore(pool, ends, budgets),
    operator: new PostgresOperatorStore(pool, ends),
    processes: new PostgresProcessStore(pool),
    search: new PostgresTaskSearch(pool),
    queue: new PostgresTaskQueue({ pool, heartbeats, ends, lifetime, timeline }),
    lines: new PostgresWaitingLines(pool),
    restored: new PostgresRestoredTasks(query, ends),
    runs: new PostgresTaskRuns(pool, ends, timeline.opened),
    timeline,
    home: new PostgresHome(query),
    shared: true,
    connections: { waits, waiting: () => pool.waitingCount },
    accounts: new PostgresAccountStore(pool),
    keys: new PostgresKeyStore(pool),
    budgets,
    assets: new PostgresAssetStore(pool),
    events: new PostgresEventStore(pool),
    deliveries: new PostgresWebhookDeliveries(pool),
    sessions: new PostgresConsoleSessions(pool),
    valueLists: new PostgresValueListStore(pool),
    urlSecret: () => sharedUrlSecret(query),
    databaseTime: async () => number((await run(pool, `SELECT ${now} AS now`))[0] ?? {}, 'now'),
    tryWrite: async () => void (await run(pool, `UPDATE secret SET value = value WHERE name = 'result-url'`)),
    close,
  }
}

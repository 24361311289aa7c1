import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { noOutbox, type Outbox } from '../outbox.js'
import type { Stores } from '../stores.js'
import { SqliteAccountStore } from './account-store.js'
import { SqliteAssetStore } from './asset-store.js'
import { SqliteBudgetStore } from './budget-store.js'
import { SqliteConsoleSessions } from './console-sessions.js'
import { SqliteEventStore } from './event-store.js'
import { openSqlite } from './database.js'
import { GroupCommit } from './group-commit.js'
import { LogRoom } from './log-room.js'
import { SqliteRestoredTasks } from './restored-tasks.js'
import { SqliteProcessStore } from './process-store.js'
import { prepareSchema, tableVersion } from './schema.js'
import { SqliteKeyStore } from './key-store.js'
import { SqliteTaskEnds } from './task-ends.js'
import { SqliteTaskQueue } from './task-queue.js'
import { SqliteTaskRuns } from './task-runs.js'
import { SqliteOperatorStore } from './operator-store.js'
import { SqliteTaskSearch } from './task-search.js'
import { SqliteTaskStore } from './task-store.js'
import { TaskViews } from './task-views.js'
import { SqliteValueListStore } from './value-list-store.js'
import { SqliteWaitingLines } from './waiting-lines.js'
import { SqliteWebhookDeliveries } from './webhook-deliveries.js'

/** How long a process counts as alive after a heartbeat, in milliseconds. No other process waits for it to run out. */
const lifetime = 8000

/** Opens (or creates) the SQLite file and gives the stores in it. `now`: the time by which tasks are due. Throws when the file cannot be used. */
export async function openSqliteStores(
  path: string,
  outbox: Outbox = noOutbox,
  now: () => number = Date.now,
): Promise<Stores> {
  const database = await openSqlite(path)
  let group: GroupCommit
  try {
    prepareSchema(database)
    group = new GroupCommit(database, new LogRoom(database, () => freeBytes(dirname(path))))
  } catch (error) {
    database.close()
    throw error
  }
  const { needed } = tableVersion(database)
  const views = new TaskViews(database, group, now)
  const ends = new SqliteTaskEnds(database, group, views, outbox)
  const budgets = new SqliteBudgetStore(database, group)
  const parts = { group, views, ends, budgets, now }
  const tasks = new SqliteTaskStore(database, parts)
  return {
    tasks,
    operator: new SqliteOperatorStore(database, parts),
    processes: new SqliteProcessStore(database, parts),
    search: new SqliteTaskSearch(database),
    queue: new SqliteTaskQueue(database, parts, lifetime),
    lines: new SqliteWaitingLines(database, parts),
    restored: new SqliteRestoredTasks(database, { ...parts, tasks }),
    runs: new SqliteTaskRuns(database, views, ends, now),
    shared: false,
    accounts: new SqliteAccountStore(database, group),
    keys: new SqliteKeyStore(database, group),
    budgets,
    assets: new SqliteAssetStore(database, group),
    events: new SqliteEventStore(database),
    deliveries: new SqliteWebhookDeliveries(database, group),
    sessions: new SqliteConsoleSessions(database, group),
    valueLists: new SqliteValueListStore(database, group),
    // The version that the file has: its first page is written and nothing else.
    tryWrite: () =>
      group.run(() => {
        database.exec(`PRAGMA user_version = ${needed}`)
      }),
    async close() {
      group.flush()
      try {
        // Where closing leaves the file open, nothing else brings what was written from beside it into it.
        database.exec('PRAGMA wal_checkpoint(PASSIVE)')
      } catch {
        // The disk is full. What was written stays in the file beside it.
      }
      database.close()
    },
  }
}

/** Infinity where the file system does not say. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

import { noOutbox, type Outbox } from '../outbox.js'
import type { Stores } from '../stores.js'
import { SqliteAccountStore } from './account-store.js'
import { SqliteAssetStore } from './asset-store.js'
import { openSqlite } from './database.js'
import { GroupCommit } from './group-commit.js'
import { prepareSchema } from './schema.js'
import { SqliteTaskStore } from './task-store.js'
import { SqliteWebhookDeliveries } from './webhook-deliveries.js'

/** Opens (or creates) the SQLite file and gives the stores in it. Throws when the file cannot be used. */
export async function openSqliteStores(path: string, outbox: Outbox = noOutbox): Promise<Stores> {
  const database = await openSqlite(path)
  try {
    prepareSchema(database)
  } catch (error) {
    database.close()
    throw error
  }
  const group = new GroupCommit(database)
  return {
    tasks: new SqliteTaskStore(database, group, outbox),
    accounts: new SqliteAccountStore(database, group),
    assets: new SqliteAssetStore(database, group),
    deliveries: new SqliteWebhookDeliveries(database, group),
    async close() {
      group.flush()
      database.close()
    },
  }
}

import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openSqliteStores } from '../src/store/sqlite/open.js'
import type { Stores } from '../src/store/stores.js'
import { accountStoreContract } from './contracts/account-store.js'
import { assetStoreContract } from './contracts/asset-store.js'
import { taskStoreContract } from './contracts/task-store.js'
import { temporaryFolder } from './support/folder.js'

async function open(): Promise<Stores> {
  const folder = temporaryFolder()
  const stores = await openSqliteStores(join(folder, 'tasks.db'))
  onTestFinished(() => stores.close())
  return stores
}

taskStoreContract('SQLite', open)
accountStoreContract('SQLite', open)
assetStoreContract('SQLite', open)

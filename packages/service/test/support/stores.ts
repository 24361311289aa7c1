import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Outbox } from '../../src/keep/store/outbox.js'
import { openSqliteStores } from '../../src/keep/store/sqlite/open.js'
import type { Stores } from '../../src/keep/store/stores.js'
import { temporaryFolder } from './folder.js'

/** Empty stores on a real file, with the two accounts `rich` (unlimited) and `poor` (10 credits). */
export async function stores(outbox?: Outbox): Promise<Stores> {
  const opened = await openSqliteStores(join(temporaryFolder(), 'tasks.db'), outbox)
  onTestFinished(() => opened.close())
  await opened.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  await opened.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
  return opened
}

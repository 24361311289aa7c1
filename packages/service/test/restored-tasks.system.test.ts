import { describe } from 'vitest'
import { restoredTasksContract } from './contracts/restored-tasks.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'

describe.skipIf(noPostgres !== undefined)('on PostgreSQL', () => {
  restoredTasksContract(async () => ({ folder: temporaryFolder(), databaseUrl: await emptyDatabase() }))
})

import { describe } from 'vitest'
import { oneTraceContract } from './contracts/one-trace.js'
import { emptyTables, noPostgres } from './support/postgres.js'

describe.skipIf(noPostgres !== undefined)('on PostgreSQL', () => {
  oneTraceContract(async () => ({ databaseUrl: await emptyTables() }))
})

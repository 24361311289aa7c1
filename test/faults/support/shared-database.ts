import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../../packages/service/src/administration/run.js'
import { openPostgresStores } from '../../../packages/service/src/store/postgres/open.js'
import { expectBalanced } from '../../../packages/service/test/contracts/ledger.js'
import { emptyDatabase } from '../../../packages/service/test/support/postgres.js'
import { expect } from 'vitest'
import { dataFolder } from '../../e2e/support/service-process.js'

/** A PostgreSQL database for several services. */
export interface SharedDatabase {
  url: string
  /** A key of an account that every service on it knows. */
  apiKey: string
}

/** A database with an account and nothing else; its credits are counted. */
export async function sharedDatabase(given?: string): Promise<SharedDatabase> {
  const url = given ?? (await emptyDatabase())
  let said = ''
  await runCommand(['account', 'add', 'Shared', '1000000'], { databaseUrl: url, dataDirectory: '/nowhere' }, (line) => {
    said += line
  })
  return { url, apiKey: /mt_\S+/.exec(said)![0] }
}

/** A data folder for one more service on the database, with the key in it for those who call that service. */
export function folderFor({ apiKey }: SharedDatabase): string {
  const folder = dataFolder()
  writeFileSync(join(folder, 'local-credentials.json'), JSON.stringify({ apiKey }))
  return folder
}

/** Adds the ledger up, and expects that nothing is held once every task has ended. */
export async function expectBalance({ url }: SharedDatabase): Promise<void> {
  const { accounts, close } = await openPostgresStores(url)
  try {
    await expectBalanced(accounts)
    for (const { held } of await accounts.listAccounts()) expect(held).toBe(0)
  } finally {
    await close()
  }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../../packages/service/src/administration/run.js'
import { emptyDatabase } from '../../../packages/service/test/support/postgres.js'
import { dataFolder } from '../../e2e/support/service-process.js'

/** A PostgreSQL database for several services. */
export interface SharedDatabase {
  url: string
  /** A key of an account that every service on it knows. */
  apiKey: string
}

/** A database with an account and nothing else. */
export async function sharedDatabase(): Promise<SharedDatabase> {
  const url = await emptyDatabase()
  let said = ''
  await runCommand(['account', 'add', 'Shared'], { databaseUrl: url, dataDirectory: '/nowhere' }, (line) => {
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

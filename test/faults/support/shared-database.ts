import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../../packages/service/src/commands/administration/run.js'
import type { AccountStore } from '../../../packages/service/src/keep/store/account-store.js'
import { openPostgresStores } from '../../../packages/service/src/keep/store/postgres/open.js'
import type { Stores } from '../../../packages/service/src/keep/store/stores.js'
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
  return { url, apiKey: await payingAccount({ databaseUrl: url, dataDirectory: '/nowhere' }) }
}

/** Adds an account whose credits are counted. Answers a key of it. */
export async function payingAccount(settings: Parameters<typeof runCommand>[1]): Promise<string> {
  let said = ''
  await runCommand(['account', 'add', 'Payer', '1000000'], settings, (line) => {
    said += line
  })
  return /mt_\S+/.exec(said)![0]
}

/** A data folder for one more service on the database, with the key in it for those who call that service. */
export function folderFor({ apiKey }: SharedDatabase): string {
  const folder = dataFolder()
  writeFileSync(join(folder, 'local-credentials.json'), JSON.stringify({ apiKey }))
  return folder
}

/** Expects that nothing stays held in the database, and adds the ledger up. */
export async function expectBalance({ url }: SharedDatabase): Promise<void> {
  await expectSettled(await openPostgresStores(url))
}

/** Expects that the kept credits of all upstreams are what tasks have cost, where every account's credits are counted. */
async function expectUpstreamCredits(accounts: AccountStore): Promise<void> {
  const sum = (credits: Iterable<number>): number => [...credits].reduce((total, one) => total + one, 0)
  const upstreams = [...(await accounts.creditsByQueue()).values()]
  const kept = { held: sum(upstreams.map(({ held }) => held)), settled: sum(upstreams.map(({ settled }) => settled)) }
  const spent = sum((await accounts.spentByDay(0)).values())
  expect(kept, 'kept credits of upstreams').toEqual({ held: 0, settled: spent })
}

/**
 * Expects that nothing stays held, adds the ledger up, compares the kept counts with the tasks, and closes the stores. What a frozen process had received and not
 * read is submitted when it goes on, though its caller has left: such a task may still run when all that were acknowledged
 * have ended.
 */
export async function expectSettled({
  accounts,
  queue,
  close,
}: Pick<Stores, 'accounts' | 'queue' | 'close'>): Promise<void> {
  try {
    const held = async () =>
      (await accounts.listAccounts({ limit: 1000 })).entries.reduce((sum, account) => sum + account.held, 0)
    await expect.poll(held).toBe(0)
    await expectBalanced(accounts)
    await expectUpstreamCredits(accounts)
    expect(await queue.repairCounts(), 'kept counts that are not what the tasks say').toEqual([])
  } finally {
    await close()
  }
}

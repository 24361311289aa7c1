import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureLocalAccount, localAccountId, writeLocalCredentials } from '../src/admit/accounts/local-account.js'
import { hashApiKey } from '../src/admit/accounts/api-key.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { testService } from './support/service.js'

interface Credentials {
  baseUrl: string
  apiKey: string
}

/** Starts a service on a folder, and answers what it left for programs beside it, and whether the key of that is valid. */
async function started(folder: string) {
  const { service } = await testService({ dataDirectory: folder })
  const path = join(folder, 'local-credentials.json')
  const left = JSON.parse(readFileSync(path, 'utf8')) as Credentials
  const isValid = async (key: string): Promise<boolean> =>
    (await fetch(`${left.baseUrl}/v2/model-center/tasks`, { headers: { authorization: `Bearer ${key}` } })).ok
  const outcome = { left, url: service.url, made: service.newKey, valid: await isValid(left.apiKey), path, isValid }
  return { ...outcome, close: () => service.close() }
}

test('a start leaves its address and a key for programs beside it, and the next one keeps the key', async () => {
  const folder = temporaryFolder()
  const first = await started(folder)
  expect([first.left.baseUrl, first.valid, first.made]).toEqual([`${first.url}/api`, true, first.left.apiKey])
  expect(statSync(first.path).mode & 0o777).toBe(0o600)
  await first.close()
  const next = await started(folder)
  expect([next.left, next.valid, next.made]).toEqual([
    { baseUrl: `${next.url}/api`, apiKey: first.left.apiKey },
    true,
    undefined,
  ])
})

test.each([
  ['is gone', undefined],
  ['has a key that the database does not know', JSON.stringify({ apiKey: `mt_${'x'.repeat(43)}` })],
  ['has no key', JSON.stringify({ apiKey: 7 })],
  ['is a list', '[]'],
  ['is broken off', '{"apiKey": "mt_'],
])('a credentials file that %s is written anew with another key, and the first key stays valid', async (_, content) => {
  const folder = temporaryFolder()
  const first = await started(folder)
  await first.close()
  if (content === undefined) rmSync(first.path)
  else writeFileSync(first.path, content)
  const next = await started(folder)
  expect([next.valid, next.made]).toEqual([true, next.left.apiKey])
  expect(next.left.apiKey).not.toBe(first.left.apiKey)
  expect(await next.isValid(first.left.apiKey)).toBe(true)
})

test.each([
  ['that no other service uses', false, true],
  ['that services share', true, false],
])(
  'in a database %s, with accounts of its operator, a start makes an unlimited account (shared: %j): %j',
  async (_which, shared, made) => {
    const stores = await openSqliteStores(join(temporaryFolder(), 'tasks.db'))
    onTestFinished(() => stores.close())
    await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 1, created: 1 })
    const key = await ensureLocalAccount(stores, shared, new ManualClock())
    const account = await stores.accounts.findAccount(localAccountId)
    expect([key !== undefined, account?.unlimited ?? false]).toEqual([made, made])
    if (key !== undefined) expect((await stores.keys.findKey(hashApiKey(key)))?.account.id).toBe(localAccountId)
    expect(await ensureLocalAccount(stores, shared, new ManualClock()), 'the next start').toBeUndefined()
  },
)

test('the first start in a database that services share makes the local account', async () => {
  const stores = await openSqliteStores(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(() => stores.close())
  const keys = await Promise.all([1, 2].map(() => ensureLocalAccount(stores, true, new ManualClock())))
  expect(keys.filter((key) => key !== undefined)).toHaveLength(1)
})

test('a start that cannot make the local account fails with the reason', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const stores = await openSqliteStores(path)
  onTestFinished(() => stores.close())
  const database = await openSqlite(path)
  database.exec("CREATE TRIGGER full BEFORE INSERT ON account BEGIN SELECT RAISE(FAIL, 'there is no room'); END")
  database.close()
  await expect(ensureLocalAccount(stores, false, new ManualClock())).rejects.toThrow('there is no room')
})

test('a file of credentials that cannot be read is named, and no key is made in its place', async () => {
  const { keys, close } = await openSqliteStores(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(close)
  const wanted = { baseUrl: 'http://127.0.0.1:1/api', newKey: undefined, renewKey: true }
  const folder = temporaryFolder()
  await expect(writeLocalCredentials(folder, wanted, keys, new ManualClock())).rejects.toThrow('EISDIR')
  expect((await keys.listKeys({ limit: 9 })).entries).toEqual([])
})

test('where no key is to be made, a lost file of credentials stays lost', async () => {
  const { keys, close } = await openSqliteStores(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(close)
  const path = join(temporaryFolder(), 'local-credentials.json')
  const wanted = { baseUrl: 'http://127.0.0.1:1/api', newKey: undefined, renewKey: false }
  expect(await writeLocalCredentials(path, wanted, keys, new ManualClock())).toBeUndefined()
  expect([existsSync(path), (await keys.listKeys({ limit: 9 })).entries]).toEqual([false, []])
})

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Readiness } from '../src/keep/store/readiness.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'

/** The readiness of a service whose database can be made read-only, and how often something was written to learn it. */
async function service() {
  const path = join(temporaryFolder(), 'tasks.db')
  const { accounts, close } = await openSqliteStores(path)
  const database = await openSqlite(path)
  onTestFinished(async () => {
    database.close()
    await close()
  })
  const clock = new ManualClock()
  let trials = 0
  const tryWrite = async (): Promise<void> => {
    trials += 1
    database.exec('DELETE FROM lost_keys')
  }
  return {
    ...{ clock, tryWrite, accounts },
    readiness: new Readiness({ accounts, clock, tryWrite }),
    trials: () => trials,
    setReadOnly: (on: boolean) => {
      database.exec(`PRAGMA query_only = ${on ? 'ON' : 'OFF'}`)
    },
  }
}

const readOnly = 'the database takes no writes: it is read-only; queries are answered, submits are not'
const unusable = 'the database cannot be used'

test('a service is ready while its database takes a write, which is tried once in five seconds, however often it is asked', async () => {
  const { readiness, clock, trials, setReadOnly } = await service()
  expect(await Promise.all([readiness.reason(), readiness.reason()])).toEqual([undefined, undefined])
  expect(trials()).toBe(1)
  setReadOnly(true)
  clock.advance(4999)
  expect(await readiness.reason()).toBeUndefined()
  clock.advance(1)
  expect(await readiness.reason()).toBe(readOnly)
  expect(trials()).toBe(2)
})

test('a service is ready again ten seconds after the last write that was rejected', async () => {
  const { readiness, clock, setReadOnly } = await service()
  setReadOnly(true)
  expect(await readiness.reason()).toBe(readOnly)
  setReadOnly(false)
  clock.advance(9999)
  expect(await readiness.reason()).toBe(readOnly)
  clock.advance(1)
  expect(await readiness.reason()).toBeUndefined()
})

test('a submit that was rejected makes a service not ready, and an error that says nothing of the next write does not', async () => {
  const { readiness, clock } = await service()
  expect(await readiness.reason()).toBeUndefined()
  readiness.note(new Error('the account has no credits'))
  expect(await readiness.reason()).toBeUndefined()
  clock.advance(1000)
  readiness.note(new Error('database or disk is full'))
  expect(await readiness.reason()).toBe(readOnly.replace('it is read-only', 'its disk is full'))
  clock.advance(9999)
  expect(await readiness.reason()).toContain('its disk is full')
  clock.advance(1)
  expect(await readiness.reason()).toBeUndefined()
})

test('a service is not ready whose database fails otherwise, or cannot be read', async () => {
  const { accounts, clock, tryWrite } = await service()
  const broken = () => Promise.reject(new Error('database is malformed'))
  expect(await new Readiness({ accounts, clock, tryWrite: broken }).reason()).toBe(unusable)
  const path = join(temporaryFolder(), 'tasks.db')
  const closed = await openSqliteStores(path)
  await closed.close()
  expect(await new Readiness({ accounts: closed.accounts, clock, tryWrite }).reason()).toBe(unusable)
})

test('a service is not ready whose database has not answered for two seconds', async () => {
  const { accounts, clock } = await service()
  const reason = new Readiness({ accounts, clock, tryWrite: () => new Promise(() => undefined) }).reason()
  let answered = false
  void reason.finally(() => {
    answered = true
  })
  clock.advance(1999)
  await new Promise(setImmediate)
  expect(answered).toBe(false)
  clock.advance(1)
  expect(await reason).toBe(unusable)
})

test('a service that was found ready waits for nothing more', async () => {
  const { readiness, clock } = await service()
  await readiness.reason()
  expect(clock.waiting).toBe(0)
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newKeyId } from '../src/admit/accounts/api-key.js'
import { Quotas } from '../src/admit/quota.js'
import type { ApiKey } from '../src/keep/store/key-store.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { withMembers } from '../src/run/telemetry/with-members.js'
import { runCommand } from '../src/commands/administration/run.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'
import { stores } from './support/stores.js'

const callbacks = { secret: Buffer.alloc(32, 'c'), hosts: ['hooks.example'] }
const hook = { 'callback-url': 'https://hooks.example/x' }

/** A service whose key may submit one task per day, and a database that can be made to fail at each new task, with these words. */
async function failingService() {
  const folder = temporaryFolder()
  const { call } = await testService({ dataDirectory: folder, callbacks }, { clock: new ManualClock() })
  const lines: string[] = []
  const settings = { dataDirectory: folder, databaseUrl: undefined, callbacks }
  await runCommand(['key', 'add', 'local', 'tasks=1'], settings, (line) => lines.push(line))
  const headers = { authorization: `Bearer ${lines[0]}` }
  const sql = async (text: string) => {
    const database = await openSqlite(join(folder, 'tasks.db'))
    try {
      return database.prepare(text).all()
    } finally {
      database.close()
    }
  }
  return {
    submit: (more: Record<string, string> = {}) =>
      call('POST', '/tasks', { body: image, headers: { ...headers, ...more } }),
    fail: (words: string) =>
      sql(`CREATE TRIGGER failing BEFORE INSERT ON task BEGIN SELECT RAISE(ABORT, '${words}'); END`),
    heal: () => sql('DROP TRIGGER failing'),
    callbacks: () => sql('SELECT task FROM task_callback'),
  }
}

test('a submit that the database has no room for takes nothing of the quota of its key', async () => {
  const { submit, fail, heal } = await failingService()
  await fail('database or disk is full')
  expect((await submit()).status).toBe(503)
  await heal()
  expect((await submit()).status).toBe(200)
})

test('a submit that may have been accepted counts for the quota, and its callback stays', async () => {
  const { submit, fail, heal, callbacks: kept } = await failingService()
  await fail('the answer was lost')
  expect((await submit(hook)).status).toBe(500)
  await heal()
  expect(await kept()).toHaveLength(1)
  expect((await submit()).status).toBe(429)
})

test('a submit that is repeated, or is not accepted, leaves no callback of its own behind', async () => {
  const { submit, callbacks: kept } = await failingService()
  const { body } = await submit({ ...hook, 'idempotency-key': 'one' })
  expect((await submit({ ...hook, 'idempotency-key': 'one' })).body.id).toBe(body.id)
  expect((await submit({ ...hook, 'idempotency-key': 'two' })).status).toBe(429)
  expect(await kept()).toEqual([{ task: body.id }])
})

test('a submit that another service accepts meanwhile, with the last of the quota, is answered with its task', async () => {
  const { tasks, keys } = await stores()
  const clock = new ManualClock()
  const key: ApiKey = {
    ...{ id: newKeyId(), account: 'poor', name: '', created: 0, expires: undefined, scopes: undefined, revoked: false },
    quota: { tasks: 1, credits: undefined },
  }
  const entry = () => ({ task: newTask({ account: 'poor' }), idempotency: { key: 'one', bodyHash: 'hash' } })
  const elsewhere = entry()
  const late = withMembers(keys, {
    async spendQuota(...spent) {
      await new Quotas({ tasks, keys, clock }).submit(elsewhere, key)
      return keys.spendQuota(...spent)
    },
  })
  const outcome = await new Quotas({ tasks, keys: late, clock }).submit(entry(), key)
  expect(outcome).toMatchObject({ outcome: 'replayed', task: { id: elsewhere.task.id } })
})

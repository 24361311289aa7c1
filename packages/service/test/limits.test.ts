import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashApiKey } from '../src/admit/accounts/api-key.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { answerOf, image, testService, video, type TestService } from './support/service.js'
import { prices } from './support/prices.js'
import { StubProvider } from './support/stub-provider.js'

const key = 'mt_guest'

/** A service with a guest who has that many credits; calls are the guest's. */
async function withGuest(
  credits: number,
  settings: Parameters<typeof testService>[0] = {},
  parts: Parameters<typeof testService>[1] = {},
): Promise<TestService> {
  const folder = temporaryFolder()
  const stores = await openSqliteStores(join(folder, 'tasks.db'))
  await stores.accounts.addAccount({
    id: 'guest',
    name: 'Guest',
    unlimited: false,
    credits: credits * 1_000_000,
    created: 1,
  })
  await stores.keys.addKey({ hash: hashApiKey(key), id: 'key_guest', account: 'guest', created: 1 })
  await stores.close()
  return testService({ dataDirectory: folder, key, ...settings }, parts)
}

test('402 says what is needed and what is left, and makes no task', async () => {
  const { submit, call, provider } = await withGuest(7)
  expect((await submit(video)).status).toBe(200)
  const { status, body } = await submit(video)
  expect([status, body.type, body.detail]).toEqual([
    402,
    'urn:model-tasks:problem:credits-missing',
    'the task needs 5 credits and 2 are left',
  ])
  expect((await call('GET', '/tasks')).body.data).toHaveLength(1)
  await provider.job(0)
  expect(provider.submitted).toHaveLength(1)
})

test('a failed or cancelled task gives its credits back', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit, call, ended } = await withGuest(5, {}, { provider })
  const first = (await submit(video)).body.id
  expect((await submit(image)).status).toBe(402)
  ;(await provider.job(0)).fail('x')
  await ended(first)
  const second = (await submit(video)).body.id
  await provider.job(1)
  expect((await submit(image)).status).toBe(402)
  await call('POST', `/tasks/${second}/cancel`)
  expect((await submit(video)).status).toBe(200)
})

test('prices of the operator count', async () => {
  const { submit, ended } = await withGuest(100, {
    prices: prices({ 'sd_2.0_discount': { perSecond: 2.5, perTask: 1 }, 'beta-5.0': { perTask: 0 } }),
  })
  expect((await ended((await submit(video)).body.id)).amount).toBe(13.5)
  expect((await ended((await submit(image)).body.id)).amount).toBe(0)
})

test('accounts see nothing of each other', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit, call, service, folder } = await withGuest(100, {}, { provider })
  const { readFileSync } = await import('node:fs')
  const { apiKey } = JSON.parse(readFileSync(join(folder, 'local-credentials.json'), 'utf8'))
  const {
    body: { id },
  } = await submit(image, { 'idempotency-key': 'order-7' })
  await provider.job(0)
  const asset = await call('POST', '/assets', { body: 'picture', headers: { 'content-type': 'image/png' } })
  const local = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}/v2/model-center${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    }).then(answerOf)
  expect((await local('GET', `/tasks/${id}`)).status).toBe(404)
  const waited = await local('GET', `/tasks/${id}`, undefined, { prefer: 'wait=30' })
  expect([waited.status, waited.headers.get('preference-applied')], 'at once').toEqual([404, null])
  expect((await local('GET', '/tasks?idempotency_key=order-7')).body.data).toEqual([])
  expect((await local('POST', `/tasks/${id}/cancel`)).status).toBe(404)
  expect((await call('GET', `/tasks/${id}`)).body.error, 'it goes on').toBeNull()
  expect((await local('GET', '/tasks')).body.data).toEqual([])
  expect((await local('GET', `/tasks?after=task_${'z'.repeat(26)}`)).body.data).toEqual([])
  expect((await local('GET', `/assets/${asset.body.id}`)).status).toBe(404)
  expect((await local('DELETE', `/assets/${asset.body.id}`)).status).toBe(404)
  expect((await local('GET', '/assets')).body.data).toEqual([])
  expect((await call('GET', `/assets/${asset.body.id}`)).status, 'it is still there').toBe(200)
  const used = await local(
    'POST',
    '/tasks',
    JSON.stringify({ ...video, reference_images: [`assetId://${asset.body.id}`] }),
  )
  expect([used.status, used.body.findings?.[0]?.rule]).toEqual([400, 'asset-unavailable'])
  const same = await local('POST', '/tasks', JSON.stringify(video), { 'idempotency-key': 'order-7' })
  expect(same.status, 'a key is of its account').toBe(200)
  expect(same.body.id).not.toBe(id)
})

test('429 says when to come back, and lets the next one in then', async () => {
  const clock = new ManualClock()
  const { call } = await withGuest(0, { rateLimit: 2 }, { clock })
  expect((await call('GET', '/models')).status).toBe(200)
  expect((await call('GET', '/models')).status).toBe(200)
  const { status, headers, body } = await call('GET', '/models')
  expect([status, headers.get('retry-after'), body.type]).toEqual([
    429,
    '1',
    'urn:model-tasks:problem:too-many-requests',
  ])
  clock.advance(500)
  expect((await call('GET', '/models')).status).toBe(200)
  expect((await call('GET', '/models')).status).toBe(429)
})

test('submits and queries are limited too, which are answered fast', async () => {
  const clock = new ManualClock()
  const { submit, call } = await withGuest(10, { rateLimit: 2 }, { clock })
  const first = await submit(image)
  expect(first.status).toBe(200)
  expect((await call('GET', `/tasks/${first.body.id}`)).status).toBe(200)
  expect((await submit(image)).status).toBe(429)
  expect((await call('GET', `/tasks/${first.body.id}`)).status).toBe(429)
  clock.advance(500)
  expect((await call('GET', `/tasks/${first.body.id}`)).status).toBe(200)
})

test('a slow rate sets Retry-After in integer seconds', async () => {
  const clock = new ManualClock()
  const { call } = await withGuest(0, { rateLimit: 0.1 }, { clock })
  expect((await call('GET', '/models')).status).toBe(200)
  expect((await call('GET', '/models')).headers.get('retry-after')).toBe('10')
})

test('by itself a guest is limited and the local account is not', async () => {
  const clock = new ManualClock()
  const guest = await withGuest(0, { rateLimit: undefined }, { clock })
  const local = await testService({ rateLimit: undefined }, { clock })
  const statuses = async ({ call }: TestService): Promise<number[]> =>
    Promise.all(Array.from({ length: 50 }, async () => (await call('GET', '/models')).status))
  expect((await statuses(guest)).filter((status) => status === 429)).toHaveLength(30)
  expect((await statuses(local)).filter((status) => status === 429)).toHaveLength(0)
})

test.each([
  ['', 0],
  [', also when the clock of the machine is set back meanwhile', -3_600_000],
])('a revoked key is rejected within a second%s', async (_when, set) => {
  const clock = new ManualClock()
  const { call, folder } = await withGuest(0, {}, { clock })
  expect((await call('GET', '/models')).status).toBe(200)
  const stores = await openSqliteStores(join(folder, 'tasks.db'))
  await stores.keys.revokeKey('key_guest')
  await stores.close()
  clock.set(set)
  clock.advance(1000)
  expect((await call('GET', '/models')).status).toBe(401)
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { DiskFileStore } from '../src/keep/files/disk.js'
import type { LogDetails } from '../src/base/log.js'
import { defaultSettings } from '../src/settings/settings.js'
import { startService } from '../src/compose/start.js'
import { SqliteAccountStore } from '../src/keep/store/sqlite/account-store.js'
import { SqliteAssetStore } from '../src/keep/store/sqlite/asset-store.js'
import { SqliteKeyStore } from '../src/keep/store/sqlite/key-store.js'
import { SqliteTaskQueue } from '../src/keep/store/sqlite/task-queue.js'
import { SqliteTaskStore } from '../src/keep/store/sqlite/task-store.js'
import { SqliteWebhookDeliveries } from '../src/keep/store/sqlite/webhook-deliveries.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { image } from './support/service.js'
import { StubUpstream } from './support/stub-upstream.js'

/** Makes every method of every store fail, until it is told to stop. */
function breakStores(): () => void {
  const stores = [SqliteTaskStore, SqliteAccountStore, SqliteKeyStore, SqliteAssetStore, SqliteTaskQueue]
  const undo: (() => void)[] = []
  for (const { prototype } of [...stores, SqliteWebhookDeliveries, DiskFileStore])
    for (const [name, method] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      // `recall` asks memory alone.
      if (['constructor', 'close', 'recall'].includes(name)) continue
      // A generator that is replaced by a function leaves a rejection that is not awaited: it breaks when it is read.
      const value = isGenerator(method.value) ? brokenList : () => Promise.reject(new Error('broken'))
      Object.defineProperty(prototype, name, { ...method, value })
      undo.push(() => Object.defineProperty(prototype, name, method))
    }
  return () => {
    for (const one of undo) one()
  }
}

function isGenerator(method: unknown): boolean {
  return Object.prototype.toString.call(method) === '[object AsyncGeneratorFunction]'
}

async function* brokenList(): AsyncGenerator<string> {
  yield await Promise.reject<string>(new Error('broken'))
}

test('every line of the log that a request causes carries its ID, on every route, also where all stores fail', async () => {
  const lines: { message: string; details: LogDetails }[] = []
  const note = (message: string, details: LogDetails = {}): void => {
    // What the sweep says that begins with the service: on a busy machine it goes on while the stores fail.
    if (!message.startsWith('what is older than it is kept')) lines.push({ message, details })
  }
  const log = { debug: note, info: note, warn: note, error: note }
  const provider = Object.assign(new StubUpstream(), {
    takesAssets: true,
    cancel: () => Promise.reject(new Error('not now')),
  })
  const clock = new ManualClock()
  const adminKey = 'an-admin-key-of-32-characters-00'
  const folder = temporaryFolder()
  const settings = { ...defaultSettings, port: 0, shutdownTimeout: 0, dataDirectory: folder, adminKey }
  const service = await startService(settings, { log, clock, provider })
  let restoreStores = (): void => undefined
  onTestFinished(async () => {
    restoreStores()
    await service.close()
  })
  const api = '/api/v2/model-center'
  const authorization = `Bearer ${service.newKey ?? ''}`
  const json = { 'content-type': 'application/json', authorization }
  const admin = { 'content-type': 'application/json', authorization: `Bearer ${adminKey}` }
  const signIn = await fetch(`${service.url}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `key=${adminKey}`,
  })
  const console = { cookie: signIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  let failed = 0
  const expectIds = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    lines.length = 0
    const init = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) }
    const answer = await fetch(`${service.url}${path}`, init)
    await answer.arrayBuffer()
    await vi.waitUntil(() => lines.some(({ message }) => message === 'request'))
    const id = answer.headers.get('x-request-id')
    for (const { message, details } of lines) expect(details['requestId'], `${method} ${path}: ${message}`).toBe(id)
    failed += lines.filter(({ message }) => message === 'a request failed').length
    return answer
  }
  const submitted = await fetch(`${service.url}${api}/tasks`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(image),
  })
  const { id } = (await submitted.json()) as { id: string }
  await vi.waitUntil(() => {
    clock.advance(250)
    return provider.submitted.includes(id)
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect((await expectIds('POST', `${api}/tasks/${id}/cancel`, json)).status).toBe(200)
  await vi.waitUntil(() => lines.some(({ message }) => message.includes('could not be asked to cancel it')))
  for (const { details } of lines) expect(details).toHaveProperty('requestId')

  restoreStores = breakStores()
  const body = JSON.stringify(image)
  for (const [method, path, given] of [
    ...[
      ['POST', '/tasks', body],
      ['POST', '/quote', body],
      ['GET', '/tasks'],
      ['GET', `/tasks/${id}`],
      ['GET', '/models'],
    ],
    ...[
      ['POST', `/tasks/${id}/cancel`],
      ['POST', '/assets', 'x'],
      ['GET', '/assets'],
      ['GET', '/assets/asset_1'],
    ],
    ...[
      ['DELETE', '/assets/asset_1'],
      ['GET', '/capabilities'],
      ['PUT', '/tasks'],
      ['POST', '/tasks', '{'],
      ['GET', '/x'],
    ],
  ] as [string, string, string?][]) {
    await expectIds(method, `${api}${path}`, json, given)
    await expectIds(method, `${api}${path}`, { ...json, origin: 'https://docs.example' }, given)
  }
  for (const [method, path, given] of [
    ...[
      ['GET', '/accounts'],
      ['POST', '/accounts', '{"name":"A"}'],
      ['POST', '/accounts/local/credits', '{"credits":1,"reference":"a"}'],
    ],
    ...[
      ['POST', '/accounts/local/disable'],
      ['GET', '/accounts/local/keys'],
      ['POST', '/accounts/local/keys', '{}'],
    ],
    ...[
      ['DELETE', '/keys/key_1'],
      ['GET', '/queues'],
      ['GET', '/upstreams'],
      ['GET', '/dead-letters'],
      ['GET', '/webhooks'],
    ],
    ...[
      ['POST', `/dead-letters/${id}/retry`],
      ['POST', '/webhooks/replay', '{"task":"x","receiver":"y"}'],
    ],
  ] as [string, string, string?][])
    await expectIds(
      method,
      `/admin${path}`,
      given === undefined ? { authorization: admin.authorization } : admin,
      given,
    )
  for (const [method, path] of [
    ...[
      ['GET', ''],
      ['GET', '/tasks'],
      ['GET', '/tasks?status=failed'],
      ['GET', `/tasks/${id}`],
      ['GET', '/webhooks'],
    ],
    ...[
      ['GET', '/dead-letters'],
      ['GET', '/accounts'],
      ['POST', `/tasks/${id}/cancel`],
      ['POST', '/webhooks/replay'],
    ],
    ...[
      ['POST', '/accounts/local/disable'],
      ['POST', '/keys/key_1/revoke'],
      ['POST', `/dead-letters/${id}/retry`],
    ],
  ] as [string, string][])
    await expectIds(method, `/console${path}`, console)
  for (const path of ['/readyz', '/healthz', '/metrics', '/', '/nothing', `/results/${id}.png?expires=1&signature=x`])
    await expectIds('GET', path, {})
  await expectIds('POST', '/native/ark/contents/generations/tasks', json, '{"model":"x","content":[]}')
  expect(failed, 'of which each has said why').toBeGreaterThan(30)
})

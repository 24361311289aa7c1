import { expect, test } from 'vitest'
import type { Webhook } from '../src/settings/settings.js'
import { image, testService } from './support/service.js'

const adminKey = 'the-key-of-the-console-in-tests'

/** Nothing listens there, so that events wait. */
const orders: Webhook = {
  name: 'orders',
  url: 'http://127.0.0.1:65321/',
  secret: Buffer.alloc(32, 's'),
  events: ['task.completed', 'task.failed'],
  accounts: undefined,
}

interface Asked {
  method?: string
  body?: unknown
  key?: string
}

test('administration over HTTP does what the console does, with its key, and refuses any other', async () => {
  const { service, submit, ended } = await testService({ adminKey, webhooks: [orders] })
  const { id: task } = (await submit(image)).body
  await ended(task)
  const api = (path: string, { method = 'GET', body, key = adminKey }: Asked = {}): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  expect((await api('/admin/accounts', { key: service.newKey ?? 'x' })).status).toBe(401)
  const made = (await (
    await api('/admin/accounts', { method: 'POST', body: { name: 'Guest', credits: 7.5 } })
  ).json()) as { id: string; credits: number }
  expect(made).toMatchObject({ object: 'account', name: 'Guest', credits: 7.5, disabled: false })
  const granted = await api(`/admin/accounts/${made.id}/credits`, {
    method: 'POST',
    body: { credits: 2.5, reference: 'invoice 1' },
  })
  expect(await granted.json()).toMatchObject({ credits: 10 })
  const keyed = await api(`/admin/accounts/${made.id}/keys`, {
    method: 'POST',
    body: { name: 'ci', scopes: ['read'], tasks: 3 },
  })
  const key = (await keyed.json()) as { id: string; key: string }
  expect((await api('/api/v2/model-center/tasks', { key: key.key })).status).toBe(200)
  const listed = (await (await api(`/admin/accounts/${made.id}/keys`)).json()) as { data: unknown[] }
  expect(listed.data).toMatchObject([{ id: key.id, name: 'ci', scopes: ['read'], tasks_per_day: 3, revoked: false }])
  expect(JSON.stringify(listed)).not.toContain(key.key)
  expect((await api(`/admin/keys/${key.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await api(`/admin/keys/${key.id}`, { method: 'DELETE' })).status).toBe(404)
  for (const [path, body] of [
    ['/admin/accounts', { name: '' }],
    ['/admin/accounts', { name: 'x', credits: -1 }],
    ['/admin/accounts', { name: 'x', credits: 1e400 }],
    ['/admin/accounts', []],
    [`/admin/accounts/${made.id}/credits`, { credits: 0, reference: 'a' }],
    [`/admin/accounts/${made.id}/credits`, { credits: -1000, reference: 'b' }],
    [`/admin/accounts/${made.id}/keys`, { scopes: ['root'] }],
    ['/admin/webhooks/replay', { task: task, receiver: 'unknown' }],
  ] as const)
    expect((await api(path, { method: 'POST', body })).status, `${path} ${JSON.stringify(body)}`).toBe(400)
  expect(
    (await api('/admin/webhooks/replay', { method: 'POST', body: { task: task, receiver: 'orders' } })).status,
  ).toBe(204)
  const unknown = await api('/admin/webhooks/replay', { method: 'POST', body: { task: 'alert_1', receiver: 'orders' } })
  expect(await unknown.json()).toMatchObject({
    status: 404,
    detail: expect.stringMatching(/^alert_1 is an alert; name the receiver alerts:orders/) as unknown,
  })
  const pageOf = async (query: string) => (await (await api(`/admin/accounts${query}`)).json()) as object
  const first = { object: 'list', data: [{ id: 'local' }], has_more: true, next: 'local' }
  expect(await pageOf('?limit=1')).toMatchObject(first)
  expect(await pageOf('?limit=1&after=local')).toMatchObject({ data: [{ id: made.id }], has_more: false })
  expect(await (await api(`/admin/accounts/${made.id}/keys?after=${key.id}`)).json()).toMatchObject({ data: [] })
  for (const query of ['?after=%00', '?limit=0', '?limit=101', '?limit=1&limit=2', '?after=a&after=b'])
    expect((await api(`/admin/accounts${query}`)).status, query).toBe(400)
  for (const path of ['/admin/queues', '/admin/upstreams', '/admin/dead-letters', '/admin/webhooks'])
    expect(await (await api(path)).json(), path).toMatchObject({ object: 'list' })
})

import { expect, test } from 'vitest'
import { testService } from './support/service.js'

const adminKey = 'admin-key-of-24-characters'

test('administration is closed without its key, with another, and with the key of an account', async () => {
  const { service, key } = await testService({ adminKey })
  const ask = (method: string, path: string, authorization?: string): Promise<Response> =>
    fetch(new URL(`/admin${path}`, service.baseUrl), {
      method,
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(method === 'POST' && { body: JSON.stringify({ name: 'Stranger' }) }),
    })
  for (const authorization of [undefined, 'Bearer ', `Bearer ${adminKey}x`, `Bearer ${key}`, `Basic ${adminKey}`])
    for (const [method, path] of [
      ['GET', '/accounts'],
      ['POST', '/accounts'],
      ['POST', '/accounts/local/keys'],
      ['GET', '/tasks?q=task_'],
      ['GET', '/usage'],
      ['POST', '/upstreams/default/hold'],
    ] as const)
      expect((await ask(method, path, authorization)).status, `${method} ${path} with ${authorization}`).toBe(401)
  const accounts = (await (await ask('GET', '/accounts', `Bearer ${adminKey}`)).json()) as { data: unknown[] }
  expect(accounts.data, 'none was added').toHaveLength(1)
})

test('the console takes no session that it has not begun, and no form of another site', async () => {
  const { service } = await testService({ adminKey })
  const at = (path: string): URL => new URL(`/console${path}`, service.baseUrl)
  const signIn = (key: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(at('/sign-in'), { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams({ key }) })
  const [cookie = ''] = ((await signIn(adminKey)).headers.get('set-cookie') ?? '').split(';')
  const statusWith = async (session: string): Promise<number> =>
    (await fetch(at('/accounts'), { headers: { cookie: session } })).status
  expect(await statusWith(cookie)).toBe(200)
  const [name = '', ends = '', ...rest] = cookie.split('.')
  expect(await statusWith(''), 'no session').toBe(401)
  expect(await statusWith([name, Number(ends) + 1, ...rest].join('.')), 'one that ends later').toBe(401)
  expect(await statusWith(cookie.replace(/\.[^.]+$/, '.x')), 'one that is not signed').toBe(401)
  expect((await signIn('another key')).headers.get('set-cookie')).toBeNull()
  const foreign = await signIn(adminKey, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([400, null])
})

import { expect, test } from 'vitest'
import { testService } from './support/service.js'
import { temporaryFolder } from './support/folder.js'

const adminKey = 'admin-key-of-24-characters'

async function signIn(baseUrl: string): Promise<string> {
  const answer = await fetch(new URL('/console/sign-in', baseUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key: adminKey }),
  })
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

const statusWith = async (cookie: string, baseUrl: string): Promise<number> =>
  (await fetch(new URL('/console', baseUrl), { headers: { cookie } })).status

test('signing out ends the session everywhere, also after a restart, and no other session', async () => {
  const dataDirectory = temporaryFolder()
  const { service } = await testService({ adminKey, dataDirectory })
  const [cookie, other] = [await signIn(service.baseUrl), await signIn(service.baseUrl)]
  expect(await statusWith(cookie, service.baseUrl)).toBe(200)
  const out = await fetch(new URL('/console/sign-out', service.baseUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
  })
  expect(out.status).toBe(303)
  expect(await statusWith(cookie, service.baseUrl), 'a copy of the cookie').toBe(401)
  expect(await statusWith(other, service.baseUrl), 'the session of another browser').toBe(200)
  await service.close()
  const { service: next } = await testService({ adminKey, dataDirectory })
  expect(await statusWith(cookie, next.baseUrl), 'after a restart').toBe(401)
  expect(await statusWith(other, next.baseUrl), 'the other, after a restart').toBe(200)
})

import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { image, testService } from './support/service.js'

const adminKey = 'an-admin-key-of-32-characters-00'
const admin = { authorization: `Bearer ${adminKey}` }

test('a drained process accepts nothing, tells that it is empty, and its tasks go on once after its next start', async () => {
  const { service, provider, submit, call, folder, key } = await testService({ adminKey }, { processName: 'web-1:7' })
  provider.instant = false
  const { id } = (await submit(image)).body
  await provider.job(0)
  const processes = async () => (await (await fetch(`${service.url}/admin/processes`, { headers: admin })).json()).data
  expect(await processes()).toMatchObject([{ object: 'process', name: 'web-1:7', state: 'running' }])
  const drain = (name: string): Promise<Response> =>
    fetch(`${service.url}/admin/processes/${encodeURIComponent(name)}/drain`, {
      method: 'POST',
      headers: { ...admin, 'x-operator': 'Ada' },
    })
  expect((await drain('web-2:7')).status).toBe(404)
  expect((await drain('web-1:7')).status).toBe(204)
  await expect.poll(processes).toMatchObject([{ state: 'empty', drain: { who: 'Ada' } }])
  expect(await submit(image)).toMatchObject({ status: 503, body: { type: expect.stringContaining('draining') } })
  expect((await call('GET', `/tasks/${id}`)).status, 'queries are answered').toBe(200)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
  await service.close()
  const again = await testService({ dataDirectory: folder, key }, { processName: 'web-1:7' })
  expect((await again.ended(id)).status).toBe('completed')
  expect(again.provider.submitted).toEqual([id])
})

test('the terminal lists processes and drains one; the console does the same after it has asked', async () => {
  const { service, folder } = await testService({ adminKey }, { processName: 'web-1:7' })
  const run = async (...words: string[]): Promise<string> => {
    const lines: string[] = []
    await runCommand(words, { dataDirectory: folder, databaseUrl: undefined }, (line) => lines.push(line))
    return lines.join('\n')
  }
  expect(await run('process', 'list')).toMatch(/^web-1:7 {2}\S+Z {2}running$/)
  await expect(run('process', 'drain', 'web-2:7')).rejects.toThrow('no process "web-2:7" runs; "process list" shows')
  const signedIn = await fetch(`${service.url}/console/sign-in`, {
    method: 'POST',
    body: new URLSearchParams({ key: adminKey, name: 'Ada' }),
    headers: { origin: service.url },
    redirect: 'manual',
  })
  const headers = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '', origin: service.url }
  const pageOf = async (path: string): Promise<string> =>
    (await fetch(`${service.url}/console/processes${path}`, { headers })).text()
  expect(await pageOf('')).toContain('href="/console/processes/web-1%3A7/drain"')
  expect(await pageOf('/web-1%3A7/drain')).toContain('It takes tasks again only after a restart.')
  await fetch(`${service.url}/console/processes/web-1%3A7/drain`, { method: 'POST', headers })
  await expect.poll(() => run('process', 'list')).toMatch(/ {2}empty$/)
  expect(await pageOf('')).toContain('Ada')
})

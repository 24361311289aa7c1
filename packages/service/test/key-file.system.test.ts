import { execFileSync } from 'node:child_process'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFaultServer } from '@model-tasks/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../src/compose/start.js'
import { silentLog } from '../src/base/log.js'
import { readSettings } from '../src/keep/read-settings.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { temporaryFolder } from './support/folder.js'
import { openProviders } from '../src/run/provider/open.js'
import { image } from './support/service.js'

const adminKey = 'admin-key-of-24-characters'
const [old, rotated] = ['key-of-the-start', 'key-that-is-newer']

test('the console reloads the configuration with the key in a file, after it has asked, and shows who did it and what was wrong', async () => {
  const upstream = await startFaultServer({ keys: { [old]: 'ours', [rotated]: 'ours' } })
  onTestFinished(() => upstream.close())
  const folder = temporaryFolder()
  const [config, keyFile] = [join(folder, 'config.json'), join(folder, 'upstream.key')]
  writeFileSync(
    config,
    JSON.stringify({ upstreams: [{ name: 'alpha', url: upstream.baseUrl, keyFile: 'upstream.key' }] }),
  )
  writeFileSync(keyFile, `${old}\n`, { mode: 0o600 })
  const reread = () => ({
    ...readSettings({ MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_CONFIG: config, MODEL_TASKS_ADMIN_KEY: adminKey }),
    ...{ port: 0, dataDirectory: temporaryFolder(), siteDirectory: '/nowhere', checkMedia: false },
  })
  const service = await startService(reread(), { log: silentLog, reread, processName: 'web-1:7' })
  onTestFinished(() => service.close())

  const at = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, service.url), { redirect: 'manual', ...init, headers: { cookie, ...init.headers } })
  let cookie = ''
  const signedIn = await at('/console/sign-in', { method: 'POST', body: new URLSearchParams({ key: adminKey }) })
  cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const text = async (path: string): Promise<string> => (await at(path)).text()
  const reload = async (): Promise<void> => {
    expect(await text('/console/processes')).toContain('href="/console/processes/reload"')
    const asked = await text('/console/processes/reload')
    expect(asked).toContain('<form method="post" action="/console/processes/reload"')
    expect(asked).toContain('none is submitted twice')
    const done = await at('/console/processes/reload', { method: 'POST', body: new URLSearchParams() })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/console/processes'])
  }
  const submitted = async (count: number): Promise<unknown> => {
    await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.newKey ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(image),
    })
    await upstream.received('submit', count)
    return upstream.requests.filter(({ route }) => route === 'submit').at(-1)?.headers['authorization']
  }

  expect(await submitted(1)).toBe(`Bearer ${old}`)
  writeFileSync(keyFile, `${rotated}\n`, { mode: 0o600 })
  await reload()
  await expect.poll(() => text('/console/processes')).toContain('upstream alpha: key changed')
  expect(await submitted(2)).toBe(`Bearer ${rotated}`)

  rmSync(keyFile)
  await reload()
  const wrong = 'upstreams[0].keyFile: the file upstream.key does not exist; '
  await expect.poll(() => text('/console/processes')).toContain(wrong)
  const page = await text('/console/processes')
  expect(page).toContain('<span class="badge failed">failed</span>')
  expect([page.includes(old), page.includes(rotated)]).toEqual([false, false])
  expect(await submitted(3), 'the settings of before hold on').toBe(`Bearer ${rotated}`)
  const record = (await (
    await fetch(new URL('/admin/record', service.url), { headers: { authorization: `Bearer ${adminKey}` } })
  ).json()) as { data: unknown[] }
  const action = { who: expect.stringMatching(/./), action: 'reload', subject: 'configuration' }
  expect(record.data).toMatchObject([action, action])
})

test('a reload over HTTP names its request to each process, whose answer is in the list, and who asked is in the record', async () => {
  const folder = temporaryFolder()
  const config = join(folder, 'config.json')
  const write = (content: object): void => {
    writeFileSync(config, JSON.stringify(content))
  }
  write({ prices: { 'beta-5.0': { perTask: 2 } } })
  const reread = () => ({
    ...readSettings({ MODEL_TASKS_CONFIG: config, MODEL_TASKS_ADMIN_KEY: adminKey }),
    ...{ port: 0, dataDirectory: folder, siteDirectory: '/nowhere', checkMedia: false },
  })
  const service = await startService(reread(), { log: silentLog, reread, processName: 'web-1:7' })
  onTestFinished(() => service.close())
  const admin = async (path: string, method = 'GET', key = adminKey) =>
    fetch(new URL(`/admin${path}`, service.url), {
      method,
      headers: { authorization: `Bearer ${key}`, 'x-operator': 'night-shift' },
    })
  expect((await admin('/processes/reload', 'POST', 'another-key-of-24-characters')).status).toBe(401)
  const outcomeOf = async (): Promise<unknown> => {
    const asked = await admin('/processes/reload', 'POST')
    expect(asked.status).toBe(202)
    const { data } = (await asked.json()) as { data: { name: string; request: number }[] }
    expect(data).toEqual([{ object: 'process', name: 'web-1:7', request: expect.any(Number) as number }])
    const answered = async () => {
      const list = (await (await admin('/processes')).json()) as { data: { reload?: Record<string, unknown> }[] }
      return list.data[0]?.reload
    }
    await expect
      .poll(answered)
      .toMatchObject({ who: 'night-shift', request: data[0]?.request, outcome: expect.anything() as unknown })
    return (await answered())?.['outcome']
  }
  write({ prices: { 'beta-5.0': { perTask: 3 } } })
  expect(await outcomeOf()).toMatchObject({ rejected: false })
  write({ prices: { 'beta-5.0': { perTask: -3 } } })
  expect(await outcomeOf()).toMatchObject({
    rejected: true,
    lines: [expect.stringContaining('beta-5.0')],
  })
  expect(await (await admin('/record')).json()).toMatchObject({
    data: [{ who: 'night-shift', action: 'POST /admin/processes/reload' }, {}],
  })
})

test.each<[what: string, upstream: object, content: string, said: string]>([
  ['two keys', { key: 'hush', keyFile: 'a.key' }, 'k', 'give one of key (a key of that service), keyFile (the path'],
  ['an empty file', { keyFile: 'a.key' }, '\n', 'keyFile: the file a.key is empty; write the secret to it'],
  ['two words', { keyFile: 'a.key' }, 'hush hush', 'keyFile: the file a.key must hold a key of that service: visible'],
  ['a folder', { keyFile: '.' }, 'k', 'keyFile: the file . is a folder; name a file in it'],
  ['no path', { keyFile: '' }, 'k', 'keyFile must be the path of a file that holds a key of that service'],
  [
    'one of several keys',
    { keys: [{ keyFile: 'b.key' }] },
    'k',
    'keys[0].keyFile: the file b.key does not exist; a relative path begins at the folder',
  ],
  ['a control character', { keyFile: 'a.key' }, 'hush\u0007hush', 'must hold a key of that service: visible ASCII'],
  ['bytes that are not text', { keyFile: 'a.key' }, 'hush\0hush', 'must hold a key of that service: visible ASCII'],
  ['words of another alphabet', { keyFile: 'a.key' }, 'hüsh', 'must hold a key of that service: visible ASCII'],
  [
    'more than a key',
    { keyFile: 'a.key' },
    'hush'.repeat(20_000),
    'a.key has more than 65536 bytes; a secret has fewer',
  ],
  [
    'keys beside it',
    { keyFile: 'a.key', keys: [{ key: 'x' }] },
    'k',
    'give either one key, keyEnv or keyFile, or keys',
  ],
])('a key file is rejected with one line and without its content: %s', (_what, upstream, content, said) => {
  const folder = temporaryFolder()
  const path = join(folder, 'config.json')
  writeFileSync(join(folder, 'a.key'), content, { mode: 0o600 })
  writeFileSync(path, JSON.stringify({ upstreams: [{ name: 'a', url: 'https://up.example/api', ...upstream }] }))
  const read = (): unknown => readSettings({ MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_CONFIG: path })
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(said)
  expect(read).not.toThrow('hush')
})

test.skipIf(process.platform === 'win32').each<[what: string, make: (path: string) => void, said: string]>([
  ['a pipe without a writer', (path) => execFileSync('mkfifo', ['-m', '600', path]), 'is not a regular file'],
  [
    'a file of 8 GiB',
    (path) => {
      writeFileSync(path, '', { mode: 0o600 })
      truncateSync(path, 2 ** 33)
    },
    'has more than 65536 bytes',
  ],
])('%s in the place of a key file stops no process that reloads', (_what, make, said) => {
  const folder = temporaryFolder()
  const path = join(folder, 'config.json')
  make(join(folder, 'a.key'))
  writeFileSync(path, JSON.stringify({ upstreams: [{ name: 'a', url: 'https://up.example/api', keyFile: 'a.key' }] }))
  const read = (): unknown => readSettings({ MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_CONFIG: path })
  expect(read).toThrow(`keyFile: the file a.key ${said}`)
})

const account = { type: 'service_account', private_key: 'hush-hush-hush' }

test('the key file of a service account is rejected as a key of a protocol that takes none', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'config.json')
  for (const protocol of [undefined, 'stability', 'kling'])
    for (const content of [
      JSON.stringify(account),
      JSON.stringify(account, undefined, 2),
      JSON.stringify({ ...account, note: '→' }),
    ]) {
      writeFileSync(join(folder, 'a.key'), content, { mode: 0o600 })
      const upstream = { name: 'a', protocol, url: 'https://up.example', keyFile: 'a.key' }
      writeFileSync(path, JSON.stringify({ upstreams: [upstream] }))
      const settings = readSettings({ MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_CONFIG: path })
      const opened = openProviders(settings, silentLog)
      await expect(opened).rejects.toThrow(SettingsError)
      await expect(opened).rejects.toThrow(/^upstream a: the key must be .*not a JSON object/)
      await expect(opened).rejects.not.toThrow('hush')
    }
})

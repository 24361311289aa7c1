import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { AssetUploads } from '../src/admit/asset-uploads.js'
import type { Problem } from '../src/admit/problem.js'
import { silentLog } from '../src/base/log.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { runCommand } from '../src/commands/administration/run.js'
import { InputError } from '../src/base/input-error.js'
import type { Settings } from '../src/settings/settings.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService, video, type Answer } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const callbacks = { secret: Buffer.alloc(32, 'c'), hosts: ['hooks.example', '*.orders.example'] }

/** A service, and the terminal beside it. */
async function serviceAndTerminal(settings: Partial<Settings> = {}) {
  const folder = temporaryFolder()
  const clock = new ManualClock()
  const provider = new StubProvider()
  const { call, service } = await testService({ dataDirectory: folder, ...settings }, { clock, provider })
  const run = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = []
    await runCommand(
      words,
      { dataDirectory: folder, databaseUrl: undefined, callbacks: settings.callbacks },
      (line) => lines.push(line),
      () => clock.now(),
    )
    return lines
  }
  const [added = ''] = await run('account', 'add', 'Guest')
  const account = added.split(/ +/)[1] ?? ''
  const as = (
    key: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    call(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
  const newKey = async (...options: string[]): Promise<string> =>
    (await run('key', 'add', account, ...options))[0] ?? ''
  return { run, as, account, clock, newKey, call, service, provider, folder }
}

const kindOf = ({ status, body }: Answer): string =>
  `${status} ${String(body.type).replace('urn:model-tasks:problem:', '')}`

test('a key expires, has scopes, and is listed and revoked by its ID', async () => {
  const { run, as, account, clock, newKey } = await serviceAndTerminal()
  const reader = await newKey('name=a dashboard', 'scopes=read')
  const brief = await newKey('expires=2026-01-02T04:00:00Z', 'scopes=submit,assets')
  expect(kindOf(await as(reader, 'POST', '/tasks', image))).toBe('403 scope-missing')
  expect((await as(reader, 'GET', '/tasks')).status).toBe(200)
  expect(kindOf(await as(brief, 'GET', '/tasks'))).toBe('403 scope-missing')
  const uploader = await newKey('scopes=assets')
  for (const path of ['/tasks', '/tasks?a=/assets/', '/tasks?/assets'])
    expect(kindOf(await as(uploader, 'POST', path, image)), path).toBe('403 scope-missing')
  expect((await as(brief, 'POST', '/quote', image)).status).toBe(200)
  expect((await as(brief, 'POST', '/tasks', image)).status).toBe(200)
  const listed = await run('key', 'list', account)
  expect(listed.map((line) => line.replace(/^key_[0-9a-f]{16} {2}account_\w+ {2}/, ''))).toEqual(
    [
      'valid  all scopes  first',
      'valid  assets',
      ...['valid  read  a dashboard', 'valid until 2026-01-02T04:00:00.000Z  submit,assets'],
    ].sort(
      (one, other) => listed.findIndex((line) => line.endsWith(one)) - listed.findIndex((line) => line.endsWith(other)),
    ),
  )
  expect(listed.join()).not.toContain(reader.slice(3))
  clock.advance(3_600_000)
  const expired = await as(brief, 'POST', '/tasks', image)
  expect([kindOf(expired), expired.body.detail]).toEqual([
    '401 key-refused',
    expect.stringContaining('expired at 2026-01-02T04:00'),
  ])
  const id = listed.find((line) => line.includes('a dashboard'))?.split(' ')[0] ?? ''
  expect(await run('key', 'revoke', id)).toEqual(['revoked'])
  clock.advance(1000)
  expect(kindOf(await as(reader, 'GET', '/tasks'))).toBe('401 key-refused')
  await expect(run('key', 'revoke', id)).rejects.toThrow('unknown or already revoked')
})

test('a submit that is sent again before it is answered is answered, also when it has used up the quota', async () => {
  const { as, newKey } = await serviceAndTerminal()
  const key = await newKey('tasks=1')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => as(key, 'POST', '/tasks', image, { 'idempotency-key': 'one' })),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toEqual(
    new Set([`200 ${answers[0]?.body.id}`]),
  )
})

test('a submit beyond its quota leaves no callback behind', async () => {
  const { as, newKey, folder } = await serviceAndTerminal({ callbacks })
  const key = await newKey('tasks=1')
  const submit = () => as(key, 'POST', '/tasks', image, { 'callback-url': 'https://hooks.example/x' })
  const [accepted, ...refused] = [await submit(), await submit(), await submit()]
  expect([accepted.status, ...refused.map(({ status }) => status)]).toEqual([200, 429, 429])
  const database = await openSqlite(join(folder, 'tasks.db'))
  const kept = database.prepare('SELECT task FROM task_callback').all()
  database.close()
  expect(kept.filter(({ task }) => task !== accepted.body.id)).toEqual([])
})

test('a quota counts tasks and credits of a day, and a repeated submit costs nothing', async () => {
  const { as, clock, newKey } = await serviceAndTerminal()
  const key = await newKey('tasks=2', 'credits=6')
  const submit = (body: unknown, idempotency: string) =>
    as(key, 'POST', '/tasks', body, { 'idempotency-key': idempotency })
  const first = await submit(video, 'one')
  expect(first.status).toBe(200)
  const over = await submit(video, 'two')
  expect([kindOf(over), over.body.detail]).toEqual([
    '429 quota-exceeded',
    'this key may submit 2 tasks per day (1 submitted) and 6 credits per day (5 used); the next day begins at 00:00 UTC',
  ])
  expect(Number(over.headers.get('retry-after'))).toBe((20 * 60 + 55) * 60 + 55)
  expect((await submit(image, 'three')).status).toBe(200)
  expect(kindOf(await submit(image, 'four'))).toBe('429 quota-exceeded')
  expect((await submit(video, 'one')).body.id, 'answered from what was submitted').toBe(first.body.id)
  expect(kindOf(await submit(image, 'one'))).toBe('409 idempotency-conflict')
  expect((await as(key, 'POST', '/quote', video)).status, 'a quote buys nothing').toBe(200)
  clock.advance(24 * 3_600_000)
  expect((await submit(video, 'five')).status).toBe(200)
})

test('a submit for which the credits are missing takes nothing of the quota of its key', async () => {
  const { run, as } = await serviceAndTerminal()
  const [added = ''] = await run('account', 'add', 'Poor', '1')
  const [key = ''] = await run('key', 'add', added.split(/ +/)[1] ?? '', 'tasks=1')
  expect((await as(key, 'POST', '/tasks', video)).status).toBe(402)
  expect((await as(key, 'POST', '/tasks', image)).status).toBe(200)
})

test('a disabled account is rejected, and what it submitted goes on', async () => {
  const { run, as, account, clock, newKey, provider } = await serviceAndTerminal()
  provider.instant = false
  const key = await newKey()
  const { body } = await as(key, 'POST', '/tasks', image)
  expect(await run('account', 'disable', account)).toEqual([`${account}  disabled`])
  clock.advance(1000)
  expect(kindOf(await as(key, 'GET', `/tasks/${body.id}`))).toBe('403 account-disabled')
  expect((await run('account', 'list')).find((line) => line.startsWith(account))).toMatch(/Guest {2}disabled$/)
  await (await provider.job(0)).complete()
  expect(await run('account', 'enable', account)).toEqual([`${account}  enabled`])
  clock.advance(1000)
  await expect.poll(async () => (await as(key, 'GET', `/tasks/${body.id}`)).body.status).toBe('completed')
})

test.each([
  [['expires=2020-01-01'], 'a date to come'],
  [['expires=2077-02-30'], 'a date to come'],
  [['expires=soon'], 'such as 2027-01-31'],
  [['scopes=admin'], 'scopes must be read, submit, assets'],
  [['scopes=read,admin'], 'scopes must be read, submit, assets'],
  [['tasks=-1'], 'tasks must be an integer'],
  [['credits=0.0000001'], 'at most 6 decimals'],
  [['credits=1000000000'], 'from 0 to 999999999'],
  [['scopes=read', 'scopes=submit'], 'scopes was given more than once; give it once'],
  [['name=a\u2028b'], 'without line breaks'],
  [['name=\ud800'], 'name must be 1 to 80 characters'],
  [['colour=red'], '"colour" is not an option of a key'],
  [['ci'], '"ci" is not an option of a key; use name='],
])('key add with %j is rejected with what is allowed', async (options, message) => {
  const folder = temporaryFolder()
  const settings = { dataDirectory: folder, databaseUrl: undefined }
  let account = ''
  await runCommand(['account', 'add', 'Guest'], settings, (line) => {
    account ||= line.split(/ +/)[1] ?? ''
  })
  const refused = runCommand(['key', 'add', account, ...options], settings, () => undefined)
  await expect(refused).rejects.toThrow(InputError)
  await expect(refused).rejects.toThrow(message)
})

test('assets are deleted, and limited in number and bytes', async () => {
  const { as, newKey } = await serviceAndTerminal({ assetLimits: { count: 2, bytes: 10 } })
  const key = await newKey()
  const other = await newKey('scopes=read,submit')
  const upload = (body: string) => as(key, 'POST', '/assets', body, { 'content-type': 'image/png' })
  const { body: first } = await upload('12345')
  expect(kindOf(await upload('123456'))).toBe('409 assets-full')
  expect((await upload('12345')).status).toBe(200)
  expect(kindOf(await upload('1'))).toBe('409 assets-full')
  expect(kindOf(await as(other, 'DELETE', `/assets/${first.id}`))).toBe('403 scope-missing')
  expect((await as(key, 'DELETE', `/assets/${first.id}`)).status).toBe(204)
  expect(kindOf(await as(key, 'DELETE', `/assets/${first.id}`))).toBe('404 asset-unknown')
  expect((await upload('12345')).status).toBe(200)
  const refused = await as(key, 'POST', '/tasks', {
    ...video,
    duration: 5,
    reference_images: [`assetId://${first.id}`],
  })
  expect(refused.body.findings.map(({ rule }) => rule)).toContain('asset-unavailable')
})

/** Uploads of a store with these limits; each answers its body, whether it is asked for, and how many bytes were stored, or the kind of the problem. */
async function uploadsWithin(limits: { count: number; bytes: number }) {
  const { assets, close } = await openSqliteStores(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(close)
  const files = new DiskFileStore(temporaryFolder())
  const uploads = new AssetUploads({ assets, files, limits, clock: new ManualClock(), log: silentLog })
  return (account: string, declared = 0) => {
    const upload = { body: new PassThrough(), isOpen: false }
    const open = () => {
      upload.isOpen = true
      return upload.body
    }
    const stored = uploads.store(account, { contentType: 'image/png', declared, open, requestId: 'request' }).then(
      ({ bytes }) => bytes,
      (error: Problem) => error.kind,
    )
    return Object.assign(upload, { stored })
  }
}

test('uploads of an account that arrive at the same time have no more room than it has, and another account has its own', async () => {
  const store = await uploadsWithin({ count: 9, bytes: 10 })
  const [first, second, other] = [store('a'), store('a'), store('b')]
  for (const { body } of [first, second, other]) body.write('123456')
  other.body.end()
  expect(await Promise.race([first.stored, second.stored])).toBe('assets-full')
  expect(await other.stored).toBe(6)
  // What has arrived of the one that goes on still counts after the other has ended.
  const third = store('a')
  third.body.write('123456')
  expect(await third.stored).toBe('assets-full')
  for (const { body } of [first, second]) body.end()
  expect((await Promise.all([first.stored, second.stored])).toSorted()).toEqual([6, 'assets-full'])
  const last = store('a')
  last.body.end('1234')
  expect(await last.stored).toBe(4)
  const late = store('a', 1)
  expect([await late.stored, late.isOpen], 'it is not received').toEqual(['assets-full', false])
})

test('uploads of an account that arrive at the same time are no more than it may keep', async () => {
  const store = await uploadsWithin({ count: 1, bytes: 99 })
  const both = [store('a'), store('a')]
  for (const { body } of both) body.end('1')
  expect((await Promise.all(both.map(({ stored }) => stored))).toSorted()).toEqual([1, 'assets-full'])
  const late = store('a')
  expect([await late.stored, late.isOpen], 'it is not received').toEqual(['assets-full', false])
})

test('a key is taken from its header however the scheme is written, and from nothing else', async () => {
  const { service, key } = await testService()
  const statusOf = async (authorization: string) =>
    (await fetch(`${service.baseUrl}/v2/model-center/tasks`, { headers: { authorization } })).status
  for (const header of [`Bearer ${key}`, `bearer   ${key}`, `BEARER ${key} `]) expect(await statusOf(header)).toBe(200)
  for (const header of [
    key,
    `Bearer${key}`,
    `Basic ${key}`,
    `Bearer ${key} ${key}`,
    `xBearer ${key}`,
    `Bearer ${key}x`,
  ])
    expect(await statusOf(header), header).toBe(401)
})

test('a callback reaches no private host, by any name that resolves to one, and is given up where an operator sees it', async () => {
  const folder = temporaryFolder()
  const clock = new ManualClock()
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const { call } = await testService({ dataDirectory: folder, callbacks }, { clock, resolve })
  const settings = { dataDirectory: folder, databaseUrl: undefined, callbacks }
  const { body } = await call('POST', '/tasks', { body: image, headers: { 'callback-url': 'https://hooks.example/t' } })
  const list = async (): Promise<string> => {
    const lines: string[] = []
    await runCommand(['webhook', 'list'], settings, (line) => lines.push(line))
    return lines.join('\n')
  }
  await expect.poll(list).toContain(`${body.id}  callback  task.completed  1 attempt  due`)
  expect(await list()).toContain('BlockedHostError')
  expect(asked[0]).toBe('hooks.example')
  const secrets: string[] = []
  for (const account of ['local', 'local'])
    await runCommand(['webhook', 'secret', account], settings, (line) => secrets.push(line))
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(new Set(secrets).size).toBe(1)
})

test('what is revoked or disabled over HTTP is rejected at once by the service that did it', async () => {
  const adminKey = 'an-admin-key-of-32-characters-00'
  const { account, as, newKey, service } = await serviceAndTerminal({ adminKey })
  const admin = async (method: string, path: string): Promise<number> =>
    (await fetch(`${service.url}/admin${path}`, { method, headers: { authorization: `Bearer ${adminKey}` } })).status
  const [key, other] = [await newKey('name=lost'), await newKey()]
  const status = async (one: string): Promise<number> => (await as(one, 'GET', '/tasks')).status
  expect([await status(key), await status(other)]).toEqual([200, 200])
  const listed = (await (
    await fetch(`${service.url}/admin/accounts/${account}/keys`, { headers: { authorization: `Bearer ${adminKey}` } })
  ).json()) as { data: { id: string; name: string }[] }
  expect(await admin('DELETE', `/keys/${listed.data.find(({ name }) => name === 'lost')?.id ?? ''}`)).toBe(204)
  expect([await status(key), await status(other)]).toEqual([401, 200])
  expect(await admin('POST', `/accounts/${account}/disable`)).toBe(200)
  expect([await status(key), await status(other)]).toEqual([401, 403])
})

test('a key made over HTTP takes what has the right type, and nothing that only looks like it', async () => {
  const adminKey = 'the-key-of-administration-in-tests'
  const { service } = await testService({ adminKey })
  const make = async (options: object): Promise<string> => {
    const answer = await fetch(`${service.url}/admin/accounts/local/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(options),
    })
    const { detail = '' } = (await answer.json()) as { detail?: string }
    return `${answer.status} ${detail}`.trim()
  }
  expect(await make({ name: 'ci', expires: '2077-01-31', scopes: ['read', 'submit'], tasks: 5, credits: 0.5 })).toBe(
    '200',
  )
  for (const name of ['name', 'expires'])
    for (const value of [null, 5, { a: 1 }, ['a']])
      expect(await make({ [name]: value }), JSON.stringify(value)).toBe(`400 ${name} must be a string`)
  for (const scopes of [null, 5, ['read', ['submit']], [null]])
    expect(await make({ scopes }), JSON.stringify(scopes)).toBe('400 scopes must be a list of strings')
  for (const value of [null, '5', [5]]) {
    expect(await make({ tasks: value })).toMatch(/^400 tasks must be an integer from 0/)
    expect(await make({ credits: value })).toMatch(/^400 credits must be a number from 0/)
  }
})

test('a key learns its account, its balance and its own limits, and nothing of others', async () => {
  const { run, as, newKey, provider } = await serviceAndTerminal()
  provider.instant = false
  const account = (await run('account', 'add', 'Studio', '10'))[0]?.split(/ +/)[1] ?? ''
  const limits = ['name=laptop', 'scopes=read,submit', 'tasks=3', 'credits=2.5', 'expires=2026-01-02T04:00:00Z']
  const [key = ''] = await run('key', 'add', account, ...limits)
  const { account: declared } = (await as(key, 'GET', '/capabilities')).body
  expect((await as(key, 'GET', '/account')).body).toEqual({
    ...{ object: 'account', id: declared, name: 'Studio', credits: 10, held: 0 },
    key: {
      ...{ id: expect.stringMatching(/^key_/), name: 'laptop', scopes: ['read', 'submit'] },
      ...{ expires: Date.parse('2026-01-02T04:00:00Z') / 1000, tasks_per_day: 3, credits_per_day: 2.5 },
    },
  })
  // What has no bound has no member: null would be one that a client compares with.
  expect((await as(await newKey('name=free'), 'GET', '/account')).body.key).toEqual({
    ...{ id: expect.stringMatching(/^key_/), name: 'free', scopes: ['read', 'submit', 'assets'] },
  })
  await as(key, 'POST', '/tasks', image)
  const after = await as(key, 'GET', '/account')
  expect(after.body).toMatchObject({ credits: 9, held: 1 })
  expect(JSON.stringify(after.body)).not.toContain(key)
  expect((await as('mt-not-a-key', 'GET', '/account')).status).toBe(401)
  expect(kindOf(await as(await newKey('scopes=submit'), 'GET', '/account'))).toBe('403 scope-missing')
})

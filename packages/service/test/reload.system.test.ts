import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { LiveSettings } from '../src/settings/live-settings.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { defaultSettings, type Settings } from '../src/settings/settings.js'
import { temporaryFolder } from './support/folder.js'
import { upstreamOf } from './support/relay.js'
import { prices } from './support/prices.js'
import { image, testService } from './support/service.js'
import { serviceProcess } from './support/service-process.js'

test.skipIf(process.platform === 'win32')(
  'SIGHUP takes over a changed price, rejects a wrong configuration whole, and names what takes a restart',
  async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'config.json')
    const write = (content: object): void => {
      writeFileSync(path, JSON.stringify(content))
    }
    const price = (perTask: number) => ({ 'beta-5.0': { perTask } })
    write({ prices: price(2) })
    const { child, next } = serviceProcess({ MODEL_TASKS_DATA: folder, MODEL_TASKS_CONFIG: path })
    await next('the service answers')
    const { baseUrl, apiKey } = JSON.parse(readFileSync(join(folder, 'local-credentials.json'), 'utf8')) as {
      baseUrl: string
      apiKey: string
    }
    const post = async (route: string): Promise<{ id: string; amount: number }> => {
      const answer = await fetch(`${baseUrl}/v2/model-center${route}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(image),
      })
      return (await answer.json()) as { id: string; amount: number }
    }
    expect((await post('/quote')).amount).toBe(2)
    const { id } = await post('/tasks')

    write({ prices: price(3), drainSeconds: -1 })
    child.kill('SIGHUP')
    const wrong = await next('the settings are wrong')
    expect(wrong.level).toBe('error')
    expect(wrong['reason']).toBe(`MODEL_TASKS_CONFIG: ${path}: drainSeconds must be a number of seconds from 0 to 3600`)
    expect((await post('/quote')).amount, 'not even the half that is right').toBe(2)

    write({ prices: price(3), assetLimits: { count: 5 }, keepDays: 30, tracing: false })
    child.kill('SIGHUP')
    expect(await next('settings have changed')).toMatchObject({
      ...{ level: 'info', changed: ['assetLimits', 'prices'], models: ['beta-5.0'] },
    })
    expect(await next('take a restart')).toMatchObject({ level: 'warn', restart: ['keepDays'] })
    expect((await post('/quote')).amount).toBe(3)
    const amount = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${apiKey}` }
      const answer = await fetch(`${baseUrl}/v2/model-center/tasks/${id}`, { headers })
      return ((await answer.json()) as { amount?: number }).amount
    }
    await expect.poll(amount, { message: 'what was submitted goes on as it was', timeout: 240_000 }).toBe(2)

    write({ prices: price(3), assetLimits: { count: 5 }, tracing: false })
    child.kill('SIGHUP')
    await next('the settings are as before')
  },
)

test.skipIf(process.platform === 'win32')(
  'a SIGHUP that comes while the service starts is answered once it has started',
  async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'config.json')
    writeFileSync(path, JSON.stringify({ prices: { 'beta-5.0': { perTask: 2 } } }))
    // The start waits for its database, which this test holds.
    const database = await openSqlite(join(folder, 'tasks.db'))
    database.exec('BEGIN EXCLUSIVE')
    const { child, next } = serviceProcess({ MODEL_TASKS_DATA: folder, MODEL_TASKS_CONFIG: path })
    await expect.poll(() => existsSync(join(folder, 'lock.pid'))).toBe(true)
    writeFileSync(path, JSON.stringify({ prices: { 'beta-5.0': { perTask: 3 } } }))
    child.kill('SIGHUP')
    database.close()
    await next('the service answers')
    expect(await next('settings have changed')).toMatchObject({ changed: ['prices'] })
  },
)

test('what is taken over reaches those who hold the settings, and what takes a restart is named each time', async () => {
  const orders: (string | undefined)[] = []
  const before = { ...defaultSettings, prices: prices({ 'beta-5.0': { perTask: 1 } }) }
  const live = new LiveSettings(before, {
    rereadProtocols: async () => () => [],
    reroute: (routing) => void orders.push(routing?.order),
    prepare: undefined,
  })
  const [held, limits, named] = [live.prices, live.assetLimits, live.vendorModels]
  const routing = { order: 'price', models: new Map() } as const
  const upstreams = [upstreamOf({ baseUrl: 'https://a.example', apiKey: 'a-key' })]
  const few = { count: 1, bytes: 2 }
  const sora = { aliases: { 'sora-2': 'sd_2.0_discount' }, defaults: {} }
  const next = {
    ...before,
    prices: new Map(),
    routing,
    drain: 5000,
    assetLimits: few,
    vendorModels: sora,
    keep: 7,
    upstreams,
  }
  const restart = ['keepDays', 'upstreams']
  const changed = ['assetLimits', 'drainSeconds', 'prices', 'routing', 'vendorModels']
  expect(await live.take(next)).toEqual({ changed, models: ['beta-5.0'], protocols: [], upstreams: [], restart })
  expect([held.size, limits, named, live.drain, orders]).toEqual([0, few, sora, 5000, ['price']])
  expect(await live.take(next)).toEqual({ changed: [], models: [], protocols: [], upstreams: [], restart })
  expect(await live.take(before)).toEqual({ changed, models: ['beta-5.0'], protocols: [], upstreams: [], restart: [] })
  expect(defaultSettings.assetLimits.count).toBe(1000)
})

test('a reload that a process rejects ends the command with its reason, and one that it cannot make says so', async () => {
  let next: Settings | undefined
  const reread = (): Settings => {
    if (next === undefined) throw new SettingsError('keepDays is wrong')
    return next
  }
  const adminKey = 'an-admin-key-of-32-characters-00'
  const { service, folder } = await testService({ adminKey }, { processName: 'web-1:7', reread })
  const listed = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${adminKey}` }
    return ((await (await fetch(`${service.url}/admin/${path}`, { headers })).json()) as { data: unknown }).data
  }
  const lines: string[] = []
  const run = (dataDirectory: string, ...words: string[]): Promise<void> =>
    runCommand(words, { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
  await expect(run(folder, 'reload')).rejects.toThrow(/^1 of 1 process has not taken the configuration over; correct/)
  expect(lines.splice(0)).toEqual(['web-1:7  keepDays is wrong'])
  next = { ...defaultSettings, port: 0, shutdownTimeout: 0, siteDirectory: '/nowhere', rateLimit: 'off' }
  next = { ...next, dataDirectory: folder, adminKey, drain: 1 }
  await run(folder, 'reload')
  expect(lines.splice(0)).toEqual(['web-1:7  taken over: drainSeconds'])
  const outcome = { rejected: false, lines: ['taken over: drainSeconds'] }
  expect(await listed('processes')).toMatchObject([{ name: 'web-1:7', reload: { request: 2, outcome } }])
  const recorded = { action: 'reload', subject: 'configuration' }
  expect(await listed('record'), 'also of what was rejected').toMatchObject([recorded, recorded])
  await expect(run(folder, 'reload', '0')).rejects.toThrow('"0" must be a number of seconds from 1 to 3600')
  await service.close()
  await expect(run(folder, 'reload')).rejects.toThrow('no process of the service runs')
  const other = await testService({}, { processName: 'web-2:7' })
  await expect(run(other.folder, 'reload')).rejects.toThrow('1 of 1 process')
  expect(lines).toEqual([
    'web-2:7  the program that has started this service cannot read its settings anew; restart it',
  ])
})

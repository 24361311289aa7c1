/** Real processes of the service, in front of a real upstream, are told to take a changed configuration over. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStores } from '../../packages/service/src/keep/store/open.js'
import { noOutbox } from '../../packages/service/src/keep/store/outbox.js'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { dataFolder, startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { serviceProgram } from '../programs.js'
import { allEnded } from './support/replicas.js'
import { expectBalance, expectSettled, folderFor, payingAccount, sharedDatabase } from './support/shared-database.js'

/** Runs a command of the service in a process of its own. Answers what it printed, both streams, and its exit code. */
function command(environment: Record<string, string>, ...words: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment }
    execFile(process.execPath, [serviceProgram, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${stdout}${stderr}` })
    })
  })
}

const [key, rotated, added] = ['key-of-the-start-of-all', 'key-that-was-made-later', 'key-of-one-that-was-added']

/** An upstream of which two keys are of one account; it keeps no idempotency keys: a second POST would be a second task. */
async function upstream(): Promise<FaultServer> {
  const server = await startFaultServer({
    script: [{ status: 'processing' }, { status: 'completed' }],
    keys: { [key]: 'ours', [rotated]: 'ours', [added]: 'ours' },
    result: { bytes: Buffer.from('a small result') },
  })
  onTestFinished(() => server.close())
  return server
}

/** A service with a configuration that can be written anew. */
async function configured(data: string, environment: Record<string, string>, content: object) {
  const path = join(data, 'config.json')
  const write = (next: object): void => {
    writeFileSync(path, JSON.stringify(next))
  }
  write(content)
  const service = await startProcess(data, {
    MODEL_TASKS_CHECK_MEDIA: 'off',
    MODEL_TASKS_RATE_LIMIT: 'off',
    MODEL_TASKS_CONFIG: path,
    ...environment,
  })
  return { ...service, write, path, data }
}

async function post({ baseUrl, apiKey }: ServiceProcess, route: string): Promise<{ id: string; amount: number }> {
  const response = await fetch(`${baseUrl}/v2/model-center${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'beta-5.0', prompt: 'a paper boat' }),
  })
  return (await response.json()) as { id: string; amount: number }
}

const price = (perTask: number): object => ({ prices: { 'beta-5.0': { perTask } } })
const quote = async (service: ServiceProcess): Promise<number> => (await post(service, '/quote')).amount

test('a command has the process of a SQLite file take over what is right, and says what is wrong', async () => {
  const service = await configured(dataFolder(), {}, price(2))
  const store = { MODEL_TASKS_DATA: service.data }
  service.write({ ...price(3), keepDays: 30 })
  const taken = await command(store, 'reload')
  expect(taken.text.replaceAll(/^\S+:\d+ {2}/gm, '')).toBe(
    'taken over: prices\nmodels of changed prices: beta-5.0\ntakes a restart, and holds as before until then: keepDays\n',
  )
  expect(taken.code).toBe(0)
  expect(await quote(service)).toBe(3)
  service.write({ ...price(4), drainSeconds: -1 })
  const rejected = await command(store, 'reload')
  expect(rejected.text).toContain(`MODEL_TASKS_CONFIG: ${service.path}: drainSeconds must be a number of seconds`)
  expect(rejected.text).toContain('1 of 1 process has not taken the configuration over')
  expect(rejected.code).toBe(1)
  expect(await quote(service), 'not even the half that is right').toBe(3)
  service.process.kill('SIGSTOP')
  expect((await command(store, 'reload', '1')).text).toMatch(/:\d+ {2}no answer within 1 s: it hangs, was killed/)
  service.process.kill('SIGCONT')
  expect(await service.end('SIGTERM')).toBe(0)
  expect((await command(store, 'reload')).text).toContain('no process of the service runs')
})

/** How many tasks wait here while more are submitted: each of them takes its turn at upstreams that are asked slowly. */
const waiting = 40

/**
 * Has the upstreams of services changed again and again while tasks are submitted to them: another key, other limits, one more,
 * one less. Answers once all tasks have ended.
 */
async function changeUpstreams(
  services: readonly Awaited<ReturnType<typeof configured>>[],
  [alpha, beta]: readonly [FaultServer, FaultServer],
  store: Record<string, string>,
): Promise<void> {
  const acknowledged = new Set<string>()
  let enough = false
  const submitting = services.map(async (service) => {
    while (!enough)
      if (acknowledged.size - alpha.count('submit') - beta.count('submit') < waiting)
        acknowledged.add((await post(service, '/tasks')).id)
      else await setTimeout(20)
  })
  const reload = async (...upstreams: object[]): Promise<string> => {
    for (const { write } of services) write({ upstreams })
    const { code, text } = await command(store, 'reload')
    expect({ code, text }).toMatchObject({ code: 0 })
    return text
  }
  const at = (name: string, { baseUrl: url }: FaultServer, more: object = {}): object => ({
    name,
    url,
    key,
    requestsPerSecond: 8,
    ...more,
  })
  const more = async (): Promise<void> => {
    const count = acknowledged.size
    await expect.poll(() => acknowledged.size).toBeGreaterThan(count + 8)
  }
  await more()
  expect(await reload(at('alpha', alpha, { key: rotated }))).toContain('upstream alpha: key changed')
  const asked = alpha.count('submit')
  alpha.next('submit', faults.status(429, { title: `Too many requests beside ${rotated}` }, { 'retry-after': '1' }))
  await expect.poll(() => alpha.count('submit')).toBeGreaterThan(asked + 1)
  await more()
  expect(
    await reload(at('alpha', alpha, { key: rotated, concurrency: 40 }), at('beta', beta, { key: added })),
  ).toContain('beta: added')
  await more()
  await expect.poll(() => beta.count('submit')).toBeGreaterThan(4)
  expect(await reload(at('beta', beta, { key: added, requestsPerSecond: 12 }))).toContain(
    'upstream alpha: removed; it takes no new task',
  )
  const [last] = [alpha.count('submit')]
  await more()
  enough = true
  await Promise.all(submitting)
  const ended = await allEnded(services[0]!)
  expect([...acknowledged].filter((id) => ended.get(id)?.status !== 'completed')).toEqual([])
  const posts = [alpha, beta].flatMap(({ requests }) =>
    requests.filter(({ route }) => route === 'submit').map(({ headers }) => String(headers['idempotency-key'])),
  )
  // The one of which the upstream has proved that it did not take it was asked for again.
  expect(posts.length - new Set(posts).size, 'asked for twice').toBeLessThanOrEqual(1)
  expect(alpha.tasks.size + beta.tasks.size, 'bought').toBe(ended.size)
  expect(alpha.count('submit') - last, 'what was under way').toBeLessThanOrEqual(services.length * 8)
  for (const service of services) {
    expect(await service.end('SIGTERM')).toBe(0)
    for (const secret of [key, rotated, added]) expect(service.output()).not.toContain(secret)
  }
  expect(services.map((service) => service.output()).join()).toContain('Too many requests beside [redacted]')
}

test('a process of a SQLite file has its upstreams changed under load: no task is lost or bought twice', async () => {
  const [data, both] = [dataFolder(), [await upstream(), await upstream()] as const]
  const apiKey = await payingAccount({ databaseUrl: undefined, dataDirectory: data })
  const content = { upstreams: [{ name: 'alpha', url: both[0].baseUrl, key, requestsPerSecond: 8 }] }
  const service = { ...(await configured(data, { MODEL_TASKS_PROVIDER: 'relay' }, content)), apiKey }
  await changeUpstreams([service], both, { MODEL_TASKS_DATA: data })
  await expectSettled(
    await openStores(
      { databaseUrl: undefined, dataDirectory: data },
      { outbox: noOutbox, now: Date.now, makes: false },
    ),
  )
})

describe.skipIf(noPostgres !== undefined)('processes that share a database', () => {
  test('each answers a reload of them all for itself: what it took over, or what is wrong with its own file', async () => {
    const database = await sharedDatabase()
    const environment = { MODEL_TASKS_DATABASE_URL: database.url }
    const start = () => configured(folderFor(database), environment, price(2))
    const [one, other] = await Promise.all([start(), start()])
    const store = { ...environment, MODEL_TASKS_DATA: dataFolder() }
    one.write(price(3))
    other.write({ ...price(3), keepDays: 0 })
    const half = await command(store, 'reload')
    expect(half.text).toMatch(new RegExp(`^\\S+:${one.process.pid} {2}taken over: prices$`, 'm'))
    expect(half.text).toMatch(new RegExp(`^\\S+:${other.process.pid} {2}MODEL_TASKS_CONFIG: .*keepDays must be`, 'm'))
    expect(half.text).toContain('1 of 2 processes has not taken the configuration over')
    expect([half.code, await quote(one), await quote(other)]).toEqual([1, 3, 2])
    other.write(price(3))
    const whole = await command(store, 'reload')
    expect(whole.text).toMatch(new RegExp(`^\\S+:${one.process.pid} {2}the settings are as before$`, 'm'))
    expect([whole.code, await quote(other)]).toEqual([0, 3])
    for (const service of [one, other]) expect(await service.end('SIGTERM')).toBe(0)
  })
  test('each has its upstreams changed under load: no task is lost or bought twice', async () => {
    const [database, both] = [await sharedDatabase(), [await upstream(), await upstream()] as const]
    const environment = { MODEL_TASKS_DATABASE_URL: database.url, MODEL_TASKS_PROVIDER: 'relay' }
    const content = { upstreams: [{ name: 'alpha', url: both[0].baseUrl, key, requestsPerSecond: 8 }] }
    const services = await Promise.all([1, 2].map(() => configured(folderFor(database), environment, content)))
    await changeUpstreams(services, both, {
      ...environment,
      MODEL_TASKS_PROVIDER: 'sandbox',
      MODEL_TASKS_DATA: dataFolder(),
    })
    await expectBalance(database)
  })
})

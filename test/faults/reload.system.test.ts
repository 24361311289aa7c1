/** Real processes of the service, in front of a real upstream, are told to take a changed configuration over. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { dataFolder, startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { folderFor, sharedDatabase } from './support/shared-database.js'

const bin = fileURLToPath(new URL('../../packages/service/bin/model-tasks-service.js', import.meta.url))

/** Runs a command of the service in a process of its own. Answers what it printed, both streams, and its exit code. */
function command(environment: Record<string, string>, ...words: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', ...environment }
    execFile(process.execPath, [bin, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${stdout}${stderr}` })
    })
  })
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
})

/** Services whose upstream rejects a model for which the operator names another, killed between the rejection and the second submit. */
import { join } from 'node:path'
import pg from 'pg'
import type { Fault, FaultServer } from '@model-tasks/client/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStores } from '../../packages/service/src/keep/store/postgres/open.js'
import { openSqliteStores } from '../../packages/service/src/keep/store/sqlite/open.js'
import type { Stores } from '../../packages/service/src/keep/store/stores.js'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { dataFolder, startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { startFast } from './support/fast-process.js'
import { allEnded, settingsFor, submitTo, upstream } from './support/replicas.js'
import { expectSettled, folderFor, payingAccount, sharedDatabase } from './support/shared-database.js'

const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? 3)
const other = 'beta_5.0Pro'
const named = {
  fallbacks: { 'beta-5.0': [other] },
  prices: { 'beta-5.0': { perTask: 2 }, [other]: { perTask: 1 } },
}

/** Rejects the model that is asked for, and makes the other. `rejected` is called with each rejection, before it is answered. */
const picky =
  (rejected: () => void): Fault =>
  async ({ read, accept, answer }) => {
    const { model } = JSON.parse(await read()) as { model: string }
    if (model === other) return answer(200, {}, (await accept()) ?? {})
    rejected()
    answer(400, {}, { title: 'a face' })
  }

/** What the upstream was asked for each task of ours, in order: our ID is the key. */
function asked({ requests }: FaultServer): Map<string, string[]> {
  const models = new Map<string, string[]>()
  for (const { route, headers, body } of requests) {
    if (route !== 'submit' || body === '') continue
    const id = String(headers['idempotency-key'])
    models.set(id, [...(models.get(id) ?? []), (JSON.parse(body) as { model: string }).model])
  }
  return models
}

async function run(
  data: string,
  apiKey: string,
  { start, databaseUrl, beside }: { start: typeof startFast; databaseUrl?: string; beside?: string },
  open: () => Promise<Stores>,
): Promise<void> {
  const server = await upstream(1)
  let [left, kill] = [0, (): void => undefined]
  server.next('submit', ...Array.from({ length: 20_000 }, () => picky(() => (left -= 1) === 0 && kill())))
  const database = databaseUrl === undefined ? {} : { MODEL_TASKS_DATABASE_URL: databaseUrl }
  const begin = async (folder = data): Promise<ServiceProcess> => ({
    ...(await start(folder, { ...settingsFor(folder, server, named), ...database })),
    apiKey,
  })
  const survivorBeside = beside === undefined ? undefined : await begin(beside)
  const acknowledged = new Set<string>()
  for (let round = 0; round < kills; round += 1) {
    const service = await begin()
    kill = () => void service.process.kill('SIGKILL')
    left = 10 + 4 * round
    const acknowledge = (id: string): boolean => {
      acknowledged.add(id)
      return true
    }
    await Promise.all(Array.from({ length: 4 }, () => submitTo(service, acknowledge)))
    await service.end('SIGKILL')
  }
  const survivor = survivorBeside ?? (await begin())
  const ended = await allEnded(survivor)
  await survivor.end('SIGKILL')
  const models = asked(server)
  expect([...acknowledged].filter((id) => !ended.has(id))).toEqual([])
  const completed = [...ended.values()].filter(({ status }) => status === 'completed')
  for (const [id, of] of models) expect(of, id).toEqual(['beta-5.0', other].slice(0, of.length))
  for (const { id } of completed) expect(models.get(id), id).toEqual(['beta-5.0', other])
  for (const { id, status, error } of ended.values())
    if (status === 'failed') expect(error, id).toMatch(/^outcome unknown/)
  expect(completed.length).toBeGreaterThan(0)
  const stores = await open()
  const spent = [...(await stores.accounts.spentByDay(0)).values()].reduce((sum, one) => sum + one, 0)
  // What is unknown is charged at the price of the model that was to be asked last.
  const made = [...ended.values()].map((task) => Reflect.get(task, 'model') as unknown)
  expect(spent).toBe(made.reduce((sum: number, model) => sum + (model === other ? 1_000_000 : 2_000_000), 0))
  const { entries } = await stores.accounts.listAccounts({ limit: 1000 })
  expect(entries.find(({ unlimited }) => !unlimited)?.credits, 'what was held beyond that is back').toBe(1e12 - spent)
  await expectSettled(stores)
  process.stdout.write(`${ended.size} tasks in ${kills} kills, ${completed.length} of them made by the other model\n`)
}

const limit = 300_000 + kills * 30_000

test(
  `in ${kills} kills each task is asked of each model once, in order, and the ledger adds up`,
  async () => {
    const data = dataFolder()
    const apiKey = await payingAccount({ databaseUrl: undefined, dataDirectory: data })
    await run(data, apiKey, { start: startProcess }, () => openSqliteStores(join(data, 'tasks.db')))
  },
  limit,
)

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test.each([
    ['one service', 1],
    ['one of two services', 2],
  ])(
    `in ${kills} kills of %s each task is asked of each model once, in order, and the ledger adds up, on PostgreSQL`,
    async (_killed, services) => {
      const database = await sharedDatabase()
      const { url: databaseUrl, apiKey } = database
      const beside = services === 1 ? {} : { beside: folderFor(database) }
      const open = (): Promise<Stores> => openPostgresStores(databaseUrl)
      await run(folderFor(database), apiKey, { start: startFast, databaseUrl, ...beside }, open)
    },
    limit,
  )

  test('what a killed service has moved to another model and not submitted is bought once, by the other service', async () => {
    const database = await sharedDatabase()
    const server = await upstream(0)
    server.next('submit', ...Array.from({ length: 5 }, () => picky(() => undefined)))
    const { baseUrl: url, apiKey: key } = server
    // A task that may be submitted again waits for the next turn: that is when its service is killed.
    const slowly = { upstreams: [{ name: 'alpha', url, key, requestsPerSecond: 0.1 }], ...named }
    const begin = async (): Promise<ServiceProcess> => {
      const data = folderFor(database)
      const {
        MODEL_TASKS_UPSTREAM_URL: _url,
        MODEL_TASKS_UPSTREAM_KEY: _key,
        ...rest
      } = settingsFor(data, server, slowly)
      return startProcess(data, { ...rest, MODEL_TASKS_DATABASE_URL: database.url })
    }
    const [killed, survivor] = [await begin(), await begin()]
    survivor.process.kill('SIGSTOP')
    let id = ''
    await submitTo(killed, (acknowledged) => {
      id = acknowledged
      return false
    })
    const client = new pg.Client(database.url)
    await client.connect()
    onTestFinished(() => client.end())
    const row = async (): Promise<unknown> =>
      (await client.query('SELECT model, submission FROM task WHERE id = $1', [id])).rows[0]
    await expect.poll(row).toEqual({ model: other, submission: 'none' })
    await killed.end('SIGKILL')
    expect(asked(server).get(id), 'between the rejection and the second submit').toEqual(['beta-5.0'])
    survivor.process.kill('SIGCONT')
    const ended = await allEnded(survivor)
    expect(ended.get(id)).toMatchObject({ status: 'completed', model: other })
    expect(asked(server).get(id)).toEqual(['beta-5.0', other])
    expect(server.tasks.size, 'bought').toBe(1)
    await survivor.end('SIGKILL')
    const stores = await openPostgresStores(database.url)
    expect([...(await stores.accounts.spentByDay(0)).values()]).toEqual([1_000_000])
    const { entries } = await stores.accounts.listAccounts({ limit: 1000 })
    expect(entries.find(({ unlimited }) => !unlimited)?.credits).toBe(1e12 - 1_000_000)
    await expectSettled(stores)
  })
})

/**
 * Random submits, ends, cancels, grants and restarts of a service, with prices and parameters as they
 * come and as they should not. After each round nothing was minted, lost or overdrawn.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashApiKey } from '../../src/admit/accounts/api-key.js'
import type { LocalProvider } from '../../src/domain/provider/provider.js'
import { startService } from '../../src/compose/start.js'
import { openStores } from '../../src/keep/store/open.js'
import { noOutbox } from '../../src/keep/store/outbox.js'
import { expectBalanced } from '../contracts/ledger.js'
import { temporaryFolder } from '../support/folder.js'
import { emptyTables, noPostgres } from '../support/postgres.js'
import { prices } from '../support/prices.js'
import { seededRandom } from '../support/seeded-random.js'

/** Rounds of sixteen steps: few in the ordinary run; `npm run fuzz -- money` asks for more. */
const rounds = Number(process.env['MODEL_TASKS_FUZZ'] ?? 12)
const seed = Number(process.env['MODEL_TASKS_FUZZ_SEED'] ?? 11)
const key = 'mt_a-key-of-an-account-that-pays'
const opening = 40_000_000

const list = prices({
  'sd_2.0_discount': {
    perSecond: 0.12,
    perTask: 0.05,
    perImage: 0.01,
    tiers: [{ when: { resolution: '1080p' }, perSecond: 0.5 }],
  },
  'beta-5.0': { perTask: 0.033333 },
  'sd_2.0_special': { perTask: 0 },
  'sd_2.0_mini_special': { perTask: 1_000_000 },
})

interface Task {
  id: string
  status: string
  amount: number
}

/** Ends tasks as chance has it: completed, failed, or first an internal error. */
function fickle(random: () => number): LocalProvider {
  return {
    kind: 'local',
    name: 'fickle',
    takesAssets: false,
    concurrency: 8,
    async render({ kind }, { directory, signal }) {
      for (let turns = Math.floor(random() * 30); turns > 0; turns -= 1) await turn()
      signal.throwIfAborted()
      const chance = random()
      if (chance < 0.1) throw new Error('an internal error')
      if (chance < 0.4) return { status: 'failed', error: 'no boat' }
      const path = join(directory, 'out')
      await writeFile(path, 'boat')
      return {
        status: 'completed',
        file: { path, contentType: kind === 'video' ? 'video/mp4' : 'image/png', bytes: 4 },
      }
    },
    close: async () => undefined,
  }
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** A request body: valid ones, and what somebody might send to pay less. JSON, since some numbers exist only there. */
function bodyOf(random: () => number): string {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const model = pick(['sd_2.0_discount', 'sd_2.0_discount', 'beta-5.0', 'sd_2.0_special', 'sd_2.0_mini_special'])
  const duration = pick([
    '4',
    '5',
    '15',
    '5',
    '5',
    '0',
    '-1000',
    '-0',
    '1e400',
    '-1e400',
    '5.5',
    '"99999"',
    'null',
    '9007199254740993',
  ])
  const members = [`"model":"${model}"`, '"prompt":"a boat"']
  if (model === 'sd_2.0_discount' || random() < 0.2) members.push(`"duration":${duration}`)
  if (random() < 0.3) members.push(`"resolution":${pick(['"1080p"', '"720p"', '"8K"', '-1', '{"__proto__":1}'])}`)
  if (random() < 0.1) members.push(pick(['"amount":-5', '"price":0', '"duration":1', '"__proto__":{"amount":0}']))
  return `{${members.join(',')}}`
}

async function fuzz(databaseUrl: string | undefined): Promise<void> {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]
  const dataDirectory = temporaryFolder()
  const settings = {
    ...{ port: 0, dataDirectory, databaseUrl, siteDirectory: '/nowhere', rateLimit: 'off' as const },
    ...{ prices: list, shutdownTimeout: 0 },
  }
  const beside = await openStores({ databaseUrl, dataDirectory }, { outbox: noOutbox })
  onTestFinished(() => beside.close())
  await beside.accounts.addAccount({ id: 'payer', name: 'Payer', unlimited: false, credits: opening, created: 1 })
  await beside.keys.addKey({ hash: hashApiKey(key), id: 'key_payer', account: 'payer', created: 1 })
  let service = await startService(settings, { provider: fickle(random) })
  onTestFinished(() => service.close())
  let granted = opening
  const tasks = new Map<string, Task>()
  const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.baseUrl}/v2/model-center${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, body: (await response.json()) as Task & { detail?: string } }
  }
  const submit = async (): Promise<void> => {
    const headers = random() < 0.3 ? { 'idempotency-key': `k${Math.floor(random() * 20)}` } : {}
    const { status, body } = await call('POST', '/tasks', bodyOf(random), headers)
    expect([200, 400, 402, 409], JSON.stringify(body)).toContain(status)
    if (status === 200) tasks.set(body.id, body)
  }
  const grant = async (): Promise<void> => {
    const credits = Math.floor((random() - 0.5) * 2_000_000) || 1
    const reference = `r${Math.floor(random() * 200)}`
    const { outcome } = await beside.accounts.grantCredits({ account: 'payer', credits, reference, at: 1 })
    if (outcome === 'granted') granted += credits
  }
  const cancel = async (): Promise<void> => {
    const id = pick([...tasks.keys()])
    if (id !== undefined) expect([200, 409]).toContain((await call('POST', `/tasks/${id}/cancel`)).status)
  }
  const check = async (): Promise<void> => {
    // A task may end between the two reads of an account; a true difference stays.
    let difference: unknown
    for (let tries = 0; tries < 20; tries += 1) {
      difference = await expectBalanced(beside.accounts).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (difference === undefined) break
    }
    expect(difference).toBeUndefined()
    const account = await beside.accounts.findAccount('payer')
    expect(Math.min(account?.credits ?? -1, account?.held ?? -1)).toBeGreaterThanOrEqual(0)
  }
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      Array.from({ length: 16 }, () => {
        const chance = random()
        return chance < 0.7 ? submit() : chance < 0.85 ? cancel() : grant()
      }),
    )
    await check()
    if (round % 6 < 5) continue
    await service.close()
    service = await startService(settings, { provider: fickle(random) })
  }
  for (const id of tasks.keys()) {
    let task = (await call('GET', `/tasks/${id}`)).body
    // What waits out an internal error is not waited for.
    if (task.status === 'queued' || task.status === 'processing') await call('POST', `/tasks/${id}/cancel`)
    while (task.status === 'queued' || task.status === 'processing') task = (await call('GET', `/tasks/${id}`)).body
    tasks.set(id, task)
  }
  await check()
  const spent = [...tasks.values()].reduce((sum, { amount }) => sum + Math.round(amount * 1e6), 0)
  expect(await beside.accounts.findAccount('payer')).toMatchObject({ held: 0, credits: granted - spent })
  expect(tasks.size).toBeGreaterThan(rounds)
  expect(spent).toBeGreaterThan(0)
}

test(`SQLite: nothing is minted, lost or overdrawn in ${rounds} rounds`, () => fuzz(undefined), 300_000 + rounds * 5000)

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test(
    `PostgreSQL: nothing is minted, lost or overdrawn in ${rounds} rounds`,
    async () => fuzz(await emptyTables()),
    300_000 + rounds * 5000,
  )
})

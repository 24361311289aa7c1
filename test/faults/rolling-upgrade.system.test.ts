/** The release that operators have beside today's service, on one database, under load and with kills, and back again. */
import { execFileSync } from 'node:child_process'
import type { Fault, FaultServer } from '@model-tasks/client/testing'
import { describe, expect, test } from 'vitest'
import { openStores } from '../../packages/service/src/keep/store/open.js'
import { noOutbox } from '../../packages/service/src/keep/store/outbox.js'
import type { Stores } from '../../packages/service/src/keep/store/stores.js'
import { emptyDatabase, noPostgres } from '../../packages/service/test/support/postgres.js'
import { dataFolder, type ServiceProcess } from '../e2e/support/service-process.js'
import { startFast } from './support/fast-process.js'
import { builtRelease, noRelease, type Release } from './support/release.js'
import { allEnded, judge, settingsFor, upstream, type ListedTask } from './support/replicas.js'
import { expectSettled, folderFor } from './support/shared-database.js'

/** Tasks that are acknowledged before the next step. */
const perStep = 15

/** Submits to whichever services run, and keeps every answer. */
class Load {
  readonly acknowledged = new Set<string>()
  readonly errors: string[] = []
  readonly #services = new Set<ServiceProcess>()
  #enough = (): void => undefined
  #target = 0

  add(service: ServiceProcess): void {
    this.#services.add(service)
    for (let caller = 0; caller < 3; caller += 1) void this.#submitTo(service)
  }

  /** No new submit to a service that is stopped in good order. */
  remove(service: ServiceProcess): void {
    this.#services.delete(service)
  }

  /** Resolves once so many more tasks are acknowledged. */
  more(): Promise<void> {
    this.#target = this.acknowledged.size + perStep
    return new Promise((resolve) => {
      this.#enough = resolve
    })
  }

  async #submitTo(service: ServiceProcess): Promise<void> {
    while (this.#services.has(service)) {
      const response = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'beta-5.0', prompt: 'a paper boat' }),
      }).catch(() => undefined)
      // Its connections end with the process that was killed.
      if (response === undefined) return
      const text = await response.text().catch(() => undefined)
      if (text === undefined) return
      if (response.status === 200) this.acknowledged.add((JSON.parse(text) as ListedTask).id)
      else if (this.#services.has(service)) this.errors.push(`${response.status} ${text}`)
      if (this.acknowledged.size >= this.#target) this.#enough()
    }
  }
}

/** An account of the release's own making, whose credits are counted. */
function payingAccount({ main }: Release, environment: Record<string, string>): string {
  const said = execFileSync(process.execPath, [main, 'account', 'add', 'Payer', '1000000'], {
    env: { PATH: process.env['PATH'], ...environment },
  }).toString()
  return /mt_\S+/.exec(said)?.[0] ?? ''
}

/** Settings of today that the release does not know: another model, at twice the price, may make what one rejects. */
const withFallbacks = {
  prices: { 'beta-5.0': { perTask: 1 }, 'beta_5.0Pro': { perTask: 2 } },
  fallbacks: { 'beta-5.0': ['beta_5.0Pro'] },
}

/** An upstream that rejects every other task of the model that is asked for. */
async function pickyUpstream(): Promise<FaultServer> {
  const server = await upstream(20)
  let count = 0
  const picky: Fault = async ({ read, accept, answer }) => {
    const { model } = JSON.parse(await read()) as { model: string }
    if (model === 'beta-5.0' && (count += 1) % 2 === 0) return answer(400, {}, { title: 'a face' })
    return answer(200, {}, (await accept()) ?? {})
  }
  server.next('submit', ...Array.from({ length: 1000 }, () => picky))
  return server
}

/** Has today's service accept tasks, kills it, and expects the release, which has ended some, to have charged each for the model that made it. */
async function expectCharged(
  today: ServiceProcess,
  server: FaultServer,
  release: () => Promise<ServiceProcess>,
  open: () => Promise<Stores>,
): Promise<void> {
  const load = new Load()
  load.add(today)
  const other = (): number => server.requests.filter(({ body }) => body.includes('"beta_5.0Pro"')).length
  await expect.poll(other).toBeGreaterThan(5)
  load.remove(today)
  await today.end('SIGKILL')
  const service = await release()
  const before = server.requests.length
  const ended = [...(await allEnded(service)).values()] as (ListedTask & { model: string; amount: number })[]
  expect(server.requests.length, 'the release has asked for some').toBeGreaterThan(before)
  expect(await service.end('SIGTERM')).toBe(0)
  // The release ends what the upstream rejects: it knows of no other models.
  const cost = ({ model, error }: { model: string; error: string | null }): number =>
    error?.includes('a face') === true ? 0 : model === 'beta-5.0' ? 1 : 2
  for (const task of ended) expect(task.amount, `${task.id} ${task.error}`).toBe(cost(task))
  const charged = ended.filter(({ amount }) => amount > 0)
  expect(new Set(charged.map(({ model }) => model))).toEqual(new Set(['beta-5.0', 'beta_5.0Pro']))
  const stores = await open()
  const [account] = (await stores.accounts.listAccounts({ limit: 1000 })).entries.filter(({ unlimited }) => !unlimited)
  expect(account?.credits).toBe(1e12 - charged.reduce((sum, { amount }) => sum + amount, 0) * 1e6)
  await expectSettled(stores)
}

describe.skipIf(noRelease !== undefined)('beside the release', () => {
  test('what a task holds for dearer models comes back where the release ends it, on a SQLite file', async () => {
    const [release, server, data] = [await builtRelease(), await pickyUpstream(), dataFolder()]
    const apiKey = payingAccount(release, { MODEL_TASKS_DATA: data })
    const settings = settingsFor(data, server)
    const start = async (of: Record<string, string>, script?: string): Promise<ServiceProcess> => ({
      ...(await startFast(data, of, script)),
      apiKey,
    })
    await expectCharged(
      await start(settingsFor(dataFolder(), server, withFallbacks)),
      server,
      () => start(settings, release.fast),
      () => openStores({ databaseUrl: undefined, dataDirectory: data }, { outbox: noOutbox }),
    )
  })

  test('the release and this version take turns on a SQLite file, each killed, and back: nothing lost or bought twice', async () => {
    const [release, server, data] = [await builtRelease(), await upstream(20), dataFolder()]
    const apiKey = payingAccount(release, { MODEL_TASKS_DATA: data })
    const load = new Load()
    let service: ServiceProcess | undefined
    for (const script of [release.fast, undefined, release.fast, undefined, release.fast]) {
      await service?.end('SIGKILL')
      service = { ...(await startFast(data, settingsFor(data, server), script)), apiKey }
      load.add(service)
      await load.more()
      load.remove(service)
    }
    const ended = await allEnded(service!)
    expect(load.errors).toEqual([])
    judge(load.acknowledged, ended, server)
    await service?.end('SIGTERM')
    await expectSettled(await openStores({ databaseUrl: undefined, dataDirectory: data }, { outbox: noOutbox }))
  })

  describe.skipIf(noPostgres !== undefined)('with a real server', () => {
    test('what a task holds for dearer models comes back where the release ends it', async () => {
      const [release, server, url] = [await builtRelease(), await pickyUpstream(), await emptyDatabase()]
      const apiKey = payingAccount(release, { MODEL_TASKS_DATABASE_URL: url, MODEL_TASKS_DATA: dataFolder() })
      const [data, other] = [folderFor({ url, apiKey }), folderFor({ url, apiKey })]
      const settings = { ...settingsFor(data, server), MODEL_TASKS_DATABASE_URL: url }
      const beside = await startFast(other, settings, release.fast)
      await expectCharged(
        await startFast(data, { ...settings, ...settingsFor(dataFolder(), server, withFallbacks) }),
        server,
        async () => beside,
        () => openStores({ databaseUrl: url, dataDirectory: '' }, { outbox: noOutbox }),
      )
    })

    test('the release and this version share a PostgreSQL in a rolling upgrade and back: no errors, nothing lost or bought twice', async () => {
      const [release, server, url] = [await builtRelease(), await upstream(20), await emptyDatabase()]
      const apiKey = payingAccount(release, { MODEL_TASKS_DATABASE_URL: url, MODEL_TASKS_DATA: dataFolder() })
      const start = (script?: string): Promise<ServiceProcess> => {
        const data = folderFor({ url, apiKey })
        return startFast(data, { ...settingsFor(data, server), MODEL_TASKS_DATABASE_URL: url }, script)
      }
      const load = new Load()
      const running = await Promise.all([start(release.fast), start(release.fast)])
      for (const service of running) load.add(service)
      const replace = async (signal: 'SIGTERM' | 'SIGKILL', script?: string): Promise<void> => {
        await load.more()
        const [before] = running.splice(0, 1)
        if (before !== undefined) {
          if (signal === 'SIGTERM') load.remove(before)
          await before.end(signal)
          load.remove(before)
        }
        const after = await start(script)
        running.push(after)
        load.add(after)
      }
      // Up: one killed, one stopped. Back: the same. What is new has been beside what is old each time.
      await replace('SIGKILL')
      await replace('SIGTERM')
      await replace('SIGKILL', release.fast)
      await replace('SIGTERM', release.fast)
      await load.more()
      for (const service of running) load.remove(service)
      const ended = await allEnded(running[0])
      expect(load.errors).toEqual([])
      judge(load.acknowledged, ended, server)
      for (const service of running) expect(await service.end('SIGTERM')).toBe(0)
      await expectSettled(await openStores({ databaseUrl: url, dataDirectory: '' }, { outbox: noOutbox }))
    })
  })
})

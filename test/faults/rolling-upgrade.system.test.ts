/** The release that operators have beside today's service, on one database, under load and with kills, and back again. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStores } from '../../packages/service/src/keep/store/open.js'
import { noOutbox } from '../../packages/service/src/keep/store/outbox.js'
import { emptyDatabase, noPostgres } from '../../packages/service/test/support/postgres.js'
import { dataFolder, type ServiceProcess } from '../e2e/support/service-process.js'
import { startFast } from './support/fast-process.js'
import { builtRelease, noRelease, type Release } from './support/release.js'
import { allEnded, judge, settingsFor, upstream, type ListedTask } from './support/replicas.js'
import { expectSettled } from './support/shared-database.js'

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

describe.skipIf(noRelease !== undefined)('beside the release', () => {
  test('the release and this version take turns on a SQLite file, each killed, and back: nothing lost or bought twice', async () => {
    const [release, server, data] = [await builtRelease(), await upstream(20), dataFolder()]
    const apiKey = payingAccount(release, { MODEL_TASKS_DATA: data })
    writeFileSync(join(data, 'local-credentials.json'), JSON.stringify({ apiKey }))
    const load = new Load()
    let service: ServiceProcess | undefined
    for (const script of [release.fast, undefined, release.fast, undefined, release.fast]) {
      await service?.end('SIGKILL')
      service = await startFast(data, settingsFor(data, server), script)
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
    test('the release and this version share a PostgreSQL in a rolling upgrade and back: no errors, nothing lost or bought twice', async () => {
      const [release, server, url] = [await builtRelease(), await upstream(20), await emptyDatabase()]
      const apiKey = payingAccount(release, { MODEL_TASKS_DATABASE_URL: url, MODEL_TASKS_DATA: dataFolder() })
      const start = (script?: string): Promise<ServiceProcess> => {
        const data = dataFolder()
        writeFileSync(join(data, 'local-credentials.json'), JSON.stringify({ apiKey }))
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

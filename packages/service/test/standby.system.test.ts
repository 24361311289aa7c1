import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FaultServer } from '@model-tasks/client/testing'
import { runCommand } from '../src/commands/administration/run.js'
import { openPostgresStores } from '../src/keep/store/postgres/open.js'
import { expectBalanced } from './contracts/ledger.js'
import { noPostgres, schemaOf, startPostgres } from './support/postgres.js'
import { ended, relay, upstream, upstreamOf, type Relay } from './support/relay.js'
import { image, video } from './support/service.js'
import { cuttable, startStandby } from './support/standby.js'

const [count, places] = [10, 6]
const prompts = Array.from({ length: count }, (_, index) => `paper boat ${index}`)

/** The prompts that an upstream was asked for, in the order of the requests: each is a purchase. */
const bought = ({ requests }: FaultServer): string[] =>
  requests.flatMap(({ route, body }) => (route === 'submit' ? [(JSON.parse(body) as { prompt: string }).prompt] : []))

const turns = async ({ meanwhile }: Relay, number: number): Promise<void> => {
  for (let turn = 0; turn < number; turn += 1) await meanwhile(new Promise((resolve) => setImmediate(resolve)))
}

describe.skipIf(noPostgres !== undefined)('with a real primary and its standby', () => {
  test('nothing is bought again after a failover to a standby that fell behind', async () => {
    const primary = await startPostgres({ settings: { fsync: 'off', autovacuum: 'off', wal_keep_size: '256MB' } })
    onTestFinished(() => primary.stop())
    const admin = new pg.Pool({ connectionString: primary.url, max: 1 })
    admin.on('error', () => undefined)
    const before = await schemaOf(primary, admin)
    await admin.end()
    // No task ends before the failover, however long that takes: its place would go to another.
    const step = { status: 'processing' }
    const script = Array.from({ length: 10_000 }, () => step)
    const [alpha, beta] = [await upstream({ script }), await upstream({ script })]
    const upstreams = (concurrency: number, baseUrl = alpha.baseUrl) => [
      upstreamOf({ name: 'alpha', baseUrl, apiKey: alpha.apiKey, models: [video.model], concurrency }),
      upstreamOf({ name: 'beta', baseUrl: beta.baseUrl, apiKey: beta.apiKey, models: [image.model] }),
    ]

    // Tasks wait, since nothing listens where their upstream is; then the standby has them all.
    const waiting = await relay(upstreams(places, 'http://127.0.0.1:9'), undefined, { databaseUrl: before })
    const ids: string[] = []
    for (const prompt of prompts) ids.push((await waiting.call('POST', '/tasks', { ...video, prompt })).body.id)
    const run = async (databaseUrl: string, ...words: string[]): Promise<string[]> => {
      const lines: string[] = []
      const settings = { dataDirectory: waiting.folder, databaseUrl }
      await runCommand(
        words,
        settings,
        (line) => lines.push(line),
        () => waiting.clock.now(),
      )
      return lines
    }
    while (!(await run(before, 'queue', 'show', ids[0]!))[0]?.includes('submission none')) await turns(waiting, 20)
    await waiting.close()
    const standby = await startStandby(primary)
    onTestFinished(() => standby.stop())
    await standby.caughtUp()
    standby.cut()

    // The primary goes on: what it buys, and a whole task, never reach the standby.
    const going = await relay(upstreams(places), waiting, { databaseUrl: before })
    const lost = (await going.call('POST', '/tasks', { ...image, prompt: 'lost' })).body.id
    await going.meanwhile(Promise.all([alpha.received('submit', places), beta.received('submit', 1)]))
    await primary.kill()
    await going.meanwhile(going.close())
    expect(bought(alpha)).toHaveLength(places)

    await standby.promote()
    step.status = 'completed'
    const after = before.replace(new URL(before).host, new URL(standby.url).host)
    expect(await run(after, 'restored', 'hold')).toEqual([
      `${count - places} tasks that no upstream was asked for since`,
      expect.stringMatching(new RegExp(`^${places + 1} tasks set aside, since an upstream may have been asked`)),
      expect.stringMatching(/^1 task of these that the database had lost, brought back/),
    ])
    const held = (await run(after, 'restored', 'list'))
      .map((line) => line.split(' ')[0] ?? '')
      .filter((id) => id !== lost)
    expect(held.map((id) => prompts[ids.indexOf(id)]).sort()).toEqual(bought(alpha).sort())

    // The rest goes on by itself; what was bought waits for the operator, and the lost one is not bought again.
    const promoted = await relay(upstreams(count), waiting, { databaseUrl: after })
    for (const id of ids) if (!held.includes(id)) await promoted.when(id, ended)
    await turns(promoted, 100)
    expect(bought(alpha).sort()).toEqual(prompts)
    expect(bought(beta)).toEqual(['lost'])
    for (const id of held) expect((await promoted.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
    expect((await promoted.call('GET', `/tasks/${lost}`)).body.status).toBe('processing')

    // The operator finds one of them at the upstream, and gives up the others.
    const [found = ''] = held
    const reference = [...alpha.tasks.keys()][bought(alpha).indexOf(prompts[ids.indexOf(found)] ?? '')] ?? ''
    await run(after, 'restored', 'adopt', found, reference)
    expect(await run(after, 'restored', 'fail', 'all')).toEqual([`${places} tasks failed`])
    for (const id of held) expect((await promoted.when(id, ended)).status).toBe(id === found ? 'completed' : 'failed')
    expect(bought(alpha)).toHaveLength(count)
    await promoted.close()
    const stores = await openPostgresStores(after)
    onTestFinished(() => stores.close())
    await expectBalanced(stores.accounts)
  })

  test('a service that runs while its address moves to a standby that fell behind buys nothing again', async () => {
    const primary = await startPostgres({ settings: { fsync: 'off', autovacuum: 'off', wal_keep_size: '256MB' } })
    onTestFinished(() => primary.stop())
    const admin = new pg.Pool({ connectionString: primary.url, max: 1 })
    admin.on('error', () => undefined)
    const direct = new URL(await schemaOf(primary, admin))
    await admin.end()
    const way = await cuttable(direct.hostname, Number(direct.port))
    onTestFinished(() => way.close())
    const databaseUrl = direct.href.replace(`:${direct.port}/`, `:${way.port}/`)
    const alpha = await upstream({ script: Array.from({ length: 10_000 }, () => ({ status: 'processing' })) })
    const behind = (baseUrl: string, concurrency = places) => upstreamOf({ baseUrl, apiKey: alpha.apiKey, concurrency })

    const running = await relay(behind('http://127.0.0.1:9'), undefined, { databaseUrl })
    for (const prompt of prompts) await running.call('POST', '/tasks', { ...video, prompt })
    const standby = await startStandby(primary)
    onTestFinished(() => standby.stop())
    await standby.caughtUp()
    standby.cut()
    await running.reload(behind(alpha.baseUrl))
    await running.meanwhile(alpha.received('submit', places))

    await primary.kill()
    await standby.promote()
    way.to(Number(new URL(standby.url).port))
    await running.meanwhile(running.databaseLeft)
    await running.meanwhile(running.close())
    expect(bought(alpha)).toHaveLength(places)

    // The next start finds by itself what it may not buy again.
    const next = await running.meanwhile(relay(behind(alpha.baseUrl, 2 * count), running, { databaseUrl }))
    await next.meanwhile(alpha.received('submit', count))
    await turns(next, 100)
    expect(bought(alpha).sort()).toEqual(prompts)
    await next.close()
  })
})

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../src/base/clock.js'
import { silentLog, type Log } from '../src/base/log.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { startService } from '../src/compose/start.js'
import { WebhookAddresses } from '../src/run/provider/webhooks/addresses.js'
import { openStores } from '../src/keep/store/open.js'
import { noOutbox } from '../src/keep/store/outbox.js'
import { firstTaskId } from '../src/domain/task/id.js'
import { administer, newKey } from './support/administer.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { emptyDatabase, emptyTables, noPostgres } from './support/postgres.js'
import { image, video, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

/** The URL of the database over a line that can be cut. */
async function breakableLine(databaseUrl: string): Promise<{ url: string; break(): void; restore(): void }> {
  const url = new URL(databaseUrl)
  const far = Number(url.port)
  const sockets = new Set<Socket>()
  let broken = false
  const server = createServer((near) => {
    if (broken) {
      near.resetAndDestroy()
      return
    }
    const through = connect(far, '127.0.0.1')
    for (const [one, other] of [
      [near, through],
      [through, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(() => {
    end()
    server.close()
  })
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    break: () => {
      broken = true
      end()
    },
    restore: () => {
      broken = false
    },
  }
}

describe.skipIf(noPostgres !== undefined)('a service on PostgreSQL', () => {
  test('tasks go from submit to file, and nothing is kept in SQLite', async () => {
    const { submit, ended, folder } = await testService({ databaseUrl: await emptyTables() })
    const {
      body: { id },
    } = await submit(image)
    const done = await ended(id)
    expect(done.status).toBe('completed')
    expect(await (await fetch(done.image_url)).text()).toBe(`result of ${id}`)
    expect(existsSync(join(folder, 'tasks.db'))).toBe(false)
  })

  test.each([
    [0, []],
    [-60_000, [-1]],
    [3_600_000, [60]],
  ])('a start says so when its clock is %i ms ahead of that of the database', async (ahead, said) => {
    const minutes: number[] = []
    const log: Log = {
      ...silentLog,
      error: (message, details) => {
        if (message.startsWith('the clocks of this machine'))
          minutes.push(Math.round(Number(details?.['seconds']) / 60))
      },
    }
    const clock = { ...systemClock, now: () => Date.now() + ahead }
    await testService({ databaseUrl: await emptyTables() }, { clock, log })
    expect(minutes).toEqual(said)
  })

  test('services whose clocks are hours apart go by that of the database', async () => {
    const databaseUrl = await emptyTables()
    const key = await newKey(databaseUrl)
    const hours = 3_600_000
    const [behind, ahead] = await Promise.all(
      [-6, 6].map((apart) =>
        testService(
          { databaseUrl, key, resultUrlLifetime: 1_800_000 },
          { clock: { ...systemClock, now: () => Date.now() + apart * hours } },
        ),
      ),
    )
    const stores = await openStores({ databaseUrl, dataDirectory: '' }, { outbox: noOutbox })
    onTestFinished(() => stores.close())
    for (const [index, { submit, ended, call }] of [behind!, ahead!, behind!].entries()) {
      const { body } = await submit(image, {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': `key-${index}`,
      })
      const task = await stores.tasks.read(body.id)
      expect(Math.abs(task!.created - Date.now()), 'of the server, on this machine').toBeLessThan(hours / 2)
      expect(body.id > firstTaskId(Date.now() - hours / 2), 'so do IDs').toBe(true)
      expect(body.id < firstTaskId(Date.now() + hours / 2), 'so do IDs').toBe(true)
      const { pathname, search } = new URL((await ended(body.id)).image_url)
      for (const { service } of [behind!, ahead!])
        expect(await (await fetch(`${service.url}${pathname}${search}`)).text(), 'not expired').toMatch(
          /result of|no longer kept/,
        )
      expect((await call('GET', '/tasks?limit=1')).body.data[0]?.id).toBe(body.id)
    }
    expect(await stores.tasks.forgetKeys(Date.now() - hours / 2, 9), 'none is old').toBe(0)
    expect(await stores.tasks.forgetKeys(Date.now() + hours / 2, 9)).toBe(3)
  })

  test('services that start at once on one database share accounts, tasks, keys sent twice and the secret of result URLs', async () => {
    const databaseUrl = await emptyTables()
    const key = await newKey(databaseUrl)
    const [one, other] = await Promise.all([testService({ databaseUrl, key }), testService({ databaseUrl, key })])
    const {
      body: { id },
    } = await one.submit(image, {
      authorization: `Bearer ${one.key}`,
      'idempotency-key': 'k',
      'content-type': 'application/json',
    })
    const replayed = await other.submit(image, {
      authorization: `Bearer ${other.key}`,
      'idempotency-key': 'k',
      'content-type': 'application/json',
    })
    expect(replayed.body.id).toBe(id)
    const { image_url: url } = await other.ended(id)
    expect([one.provider.submitted, other.provider.submitted].flat()).toEqual([id])
    const runner = one.provider.submitted.length > 0 ? one : other
    const { pathname, search } = new URL(url)
    expect(await (await fetch(`${runner.service.url}${pathname}${search}`)).text()).toBe(`result of ${id}`)
  })

  test('a key that is sent to two services at once, many times, buys one task', async () => {
    const databaseUrl = await emptyTables()
    const key = /mt_\S+/.exec(await administer(databaseUrl, 'account', 'add', 'Limited', '100'))![0]
    const both = await Promise.all([0, 1].map(() => testService({ databaseUrl, key })))
    for (const round of ['a', 'b', 'c']) {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': `order-${round}`,
      }
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => both[index % 2]!.submit(image, headers)),
      )
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
      await both[0]!.ended(answers[0]!.body.id)
    }
    expect(await administer(databaseUrl, 'account', 'list')).toMatch(/ 97 \(and 0 held\) {2}Limited/)
  })

  test('a webhook that reaches another service than the one that runs the task hastens its poll', async () => {
    const databaseUrl = await emptyTables()
    const key = await newKey(databaseUrl)
    const [interval, publicUrl] = [3_600_000, 'https://tasks.example']
    const line = await breakableLine(databaseUrl)
    const replica = async (databaseUrl: string) => {
      const clock = new ManualClock()
      const provider = Object.assign(new StubUpstream(), {
        polling: { interval, deadline: 10 * interval },
        judgeWebhook: async () => ({ verdict: 'genuine' }) as const,
      })
      const parts = { clock, provider, lifetime: 120_000 }
      return { clock, ...(await testService({ databaseUrl, key, publicUrl }, parts)) }
    }
    const runner = await replica(databaseUrl)
    const { body: task } = await runner.submit(image)
    await expect.poll(() => runner.provider.submitted).toEqual([task.id])
    runner.provider.complete(task.id)
    const other = await replica(line.url)

    const stores = await openStores({ databaseUrl, dataDirectory: '' }, { outbox: noOutbox })
    onTestFinished(() => stores.close())
    const url = new WebhookAddresses(await stores.urlSecret!(), other.service.url).urlOf('stub', task.id)
    const tell = async () => (await fetch(url, { method: 'POST', body: '{}' })).status
    line.break()
    expect(await tell()).toBe(503)
    line.restore()
    expect(await tell()).toBe(204)
    const status = async () => (await runner.call('GET', `/tasks/${task.id}`)).body.status
    let passed = 0
    for (; passed < interval / 6 && (await status()) !== 'completed'; passed += 5000) runner.clock.advance(5000)
    expect(passed, 'after two heartbeats or three').toBeLessThan(interval / 6)
    expect(runner.provider.polled).toHaveLength(1)
  })

  test('one service makes the local account and its key; those that come later, or have lost their folder, make none', async () => {
    const databaseUrl = await emptyTables()
    const both = await Promise.all([testService({ databaseUrl }), testService({ databaseUrl })])
    const third = await testService({ databaseUrl })
    const keys = [...both, third].map(({ service }) => service.newKey).filter((key) => key !== undefined)
    expect(keys).toHaveLength(1)
    for (const { service, folder } of [...both, third])
      expect(existsSync(join(folder, 'local-credentials.json'))).toBe(service.newKey !== undefined)
    const pool = new pg.Pool({ connectionString: databaseUrl })
    expect((await pool.query('SELECT hash FROM api_key')).rows).toHaveLength(1)
    await pool.end()
  })

  test('what a command changes is seen by each service, a revoked key within a second', async () => {
    const databaseUrl = await emptyTables()
    const clock = new ManualClock()
    const { call } = await testService({ databaseUrl }, { clock })
    const added = await administer(databaseUrl, 'account', 'add', 'Guest', '1.5')
    const [, account = '', key = ''] = /^account +(\S+)\nkey +(\S+)/.exec(added) ?? []
    const status = async (): Promise<number> =>
      (await call('POST', '/tasks', { body: image, headers: { authorization: `Bearer ${key}` } })).status
    expect([await status(), await status()]).toEqual([200, 402])
    expect(await administer(databaseUrl, 'account', 'credit', account, '0.5', 'invoice-1')).toBe(`${account}  1`)
    expect(await administer(databaseUrl, 'account', 'list')).toMatch(/Guest$/m)
    expect(await administer(databaseUrl, 'key', 'revoke', key)).toBe('revoked')
    clock.advance(1000)
    expect(await status()).toBe(401)
  })

  test.each([
    [
      'a server that does not answer',
      (url: URL) => {
        url.port = '9'
      },
      'ECONNREFUSED',
    ],
    [
      'a password that is wrong',
      (url: URL) => {
        url.password = 'stone%2Dboat'
      },
      'password authentication failed',
    ],
    [
      'a database that is not there',
      (url: URL) => {
        url.pathname = '/missing'
      },
      'does not exist',
    ],
    [
      'a host that is not there',
      (url: URL) => {
        url.host = 'host.invalid:5432'
      },
      'host.invalid',
    ],
  ])('%s stops the start with one line without the password', async (_name, spoil, reason) => {
    const url = new URL(await emptyTables())
    spoil(url)
    const started = startService({ port: 0, dataDirectory: temporaryFolder(), databaseUrl: url.href })
    const error: unknown = await started.catch((refused: unknown) => refused)
    expect(error).toBeInstanceOf(SettingsError)
    expect(String(error)).toMatch(
      new RegExp(`^SettingsError: MODEL_TASKS_DATABASE_URL: the database [^\\n]*${reason}[^\\n]*$`),
    )
    for (const secret of ['paper-boat', 'stone-boat', 'stone%2Dboat']) expect(String(error)).not.toContain(secret)
  })

  test('IDs that hold U+0000, which PostgreSQL cannot store, are unknown', async () => {
    const { call, submit } = await testService({ databaseUrl: await emptyTables() })
    const nul = 'task_%00'
    const answers = await Promise.all([
      call('GET', `/tasks/${nul}`),
      call('POST', `/tasks/${nul}/cancel`),
      call('GET', '/assets/asset_%00'),
      call('GET', `/tasks?after=${nul}`),
      call('GET', '/tasks?model=a%00b'),
      submit({ ...video, reference_images: ['assetId://asset_\u0000'] }),
      submit({ ...video, prompt: 'a\u0000b' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 400, 400, 400, 200])
  })

  test('administration calls them unknown or invalid too', async () => {
    const adminKey = 'an-admin-key-of-this-test'
    const { service } = await testService({ databaseUrl: await emptyTables(), adminKey })
    const ask = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(new URL(`/admin${path}`, service.baseUrl), {
        method,
        headers: {
          authorization: `Bearer ${adminKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const { id } = (await (await ask('POST', '/accounts', { name: 'Counted', credits: 5 })).json()) as { id: string }
    const answers = [
      await ask('POST', '/accounts/%00/disable'),
      await ask('GET', '/accounts/%00/keys'),
      await ask('DELETE', '/keys/%00'),
      await ask('POST', '/dead-letters/%00/retry'),
      await ask('POST', '/webhooks/replay', { task: '\0', receiver: 'callback' }),
      await ask('POST', `/accounts/${id}/credits`, { credits: 1, reference: '\0' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400, 400])
  })

  test('a database that goes away for a while takes no service with it and no task', async () => {
    const line = await breakableLine(await emptyTables())
    const provider = Object.assign(new StubProvider(), { instant: false })
    const { submit, ended } = await testService({ databaseUrl: line.url }, { provider })
    const {
      body: { id },
    } = await submit(image)
    const job = await provider.job(0)
    line.break()
    const answer = await submit(image)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    await job.complete()
    line.restore()
    // The end of the first run may not have been kept: then it is run again.
    provider.instant = true
    expect((await ended(id)).status).toBe('completed')
    expect((await submit(image)).status).toBe(200)
  })

  test('a connection that breaks within a transaction ends the transaction, and not the process', async () => {
    const databaseUrl = await emptyTables()
    const line = await breakableLine(databaseUrl)
    const stores = await openStores({ databaseUrl: line.url, dataDirectory: '' }, { outbox: noOutbox })
    onTestFinished(() => stores.close())
    await stores.accounts.addAccount({ id: 'account_1', name: 'One', unlimited: true, credits: 0, created: 1 })
    const other = new pg.Client(databaseUrl)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN; LOCK TABLE task IN ACCESS EXCLUSIVE MODE')
    const set = () =>
      stores.budgets.setBudget(
        { subject: 'account_1', period: 'day', credits: 3, hard: true, warn: undefined },
        Date.now(),
      )
    const waiting = set()
    const refused = expect(waiting).rejects.toThrow(/ECONNRESET|Connection terminated/)
    await expect
      .poll(async () => (await other.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount)
      .toBeGreaterThan(0)
    line.break()
    await refused
    line.restore()
    await other.query('ROLLBACK')
    expect(await stores.budgets.budgets(Date.now())).toEqual([])
    expect(await set()).toBe(true)
  })

  test('a database of something else, or of a newer version, stops the start with one line', async () => {
    const url = await emptyDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await client.query('CREATE TABLE account (number integer)')
    const refused = (): Promise<unknown> =>
      startService({ port: 0, dataDirectory: temporaryFolder(), databaseUrl: url })
    await expect(refused()).rejects.toThrow('relation "account" already exists')
    await client.query(
      'DROP TABLE account; CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (999)',
    )
    await expect(refused()).rejects.toThrow(/^MODEL_TASKS_DATABASE_URL: .*written by a newer version/)
    await client.end()
  })
})

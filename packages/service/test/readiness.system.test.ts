import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Scheduler } from '../src/run/engine/scheduler.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { emptyDatabase, emptyTables, noPostgres } from './support/postgres.js'
import { image, testService } from './support/service.js'
import { mayMount, smallDisk } from './support/small-disk.js'

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1)
  })

test('a service that was told to stop is not ready, and goes on accepting requests for a while', async () => {
  const clock = new ManualClock()
  const { service, submit } = await testService({ drain: 10_000 }, { clock })
  const ready = async () => (await fetch(`${service.url}/readyz`)).status
  expect([(await fetch(`${service.url}/healthz`)).status, await ready()]).toEqual([200, 200])
  const closed = service.close()
  expect([(await fetch(`${service.url}/healthz`)).status, await ready()]).toEqual([200, 503])
  const answer = await submit(image)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  clock.advance(10_000)
  await closed
  await expect(fetch(`${service.url}/readyz`)).rejects.toThrow()
})

test('a service that is starting accepts tasks, keeps connections, and is ready once it runs them', async () => {
  const dataDirectory = temporaryFolder()
  const early: (number | string | null | undefined)[] = []
  let id = ''
  vi.spyOn(Scheduler.prototype, 'start').mockImplementationOnce(async function (this: Scheduler) {
    const credentials = readFileSync(join(dataDirectory, 'local-credentials.json'), 'utf8')
    const { baseUrl, apiKey } = JSON.parse(credentials) as Record<'baseUrl' | 'apiKey', string>
    const ready = await fetch(new URL('/readyz', baseUrl))
    const accepted = await fetch(`${baseUrl}/v2/model-center/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(image),
    })
    early.push(ready.status, ((await ready.json()) as { detail: string }).detail, accepted.status)
    early.push(accepted.headers.get('connection'))
    id = ((await accepted.json()) as { id: string }).id
    await this.start()
  })
  const { service, ended } = await testService({ dataDirectory })
  expect(early).toEqual([503, 'the service is starting', 200, 'keep-alive'])
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  expect((await ended(id)).status).toBe('completed')
})

/** What /readyz answers. */
async function readiness(url: string): Promise<{ status: number; detail: string | undefined }> {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, detail: ((await answer.json()) as { detail?: string }).detail }
}

const ready = { status: 200, detail: undefined }
const notWriting = (reason: string) => ({
  status: 503,
  detail: `the database takes no writes: ${reason}; queries are answered, submits are not`,
})

test.runIf(mayMount)(
  'a service whose disk is full is not ready, answers queries, and is ready again some time after there is room',
  async () => {
    const folder = smallDisk()
    const clock = new ManualClock()
    const { service, submit, call, ended } = await testService({ dataDirectory: join(folder, 'data') }, { clock })
    const { id } = (await submit(image)).body
    await ended(id)
    expect(await readiness(service.url)).toEqual(ready)
    const log = join(folder, 'data/tasks.db-wal')
    const before = statSync(log).size
    for (let times = 0; times < 20; times += 1) expect(await readiness(service.url)).toEqual(ready)
    expect(statSync(log).size, 'those who ask again write nothing').toBe(before)
    const full = join(folder, 'full')
    const fill = () => {
      expect(() => {
        writeFileSync(full, Buffer.alloc(8 * 1024 * 1024))
      }).toThrow('ENOSPC')
    }

    fill()
    expect((await submit(image)).status).toBe(503)
    expect(await readiness(service.url), 'a submit was rejected').toEqual(notWriting('its disk is full'))
    expect((await call('GET', `/tasks/${id}`)).status).toBe(200)
    rmSync(full)
    clock.advance(9999)
    expect(await readiness(service.url), 'there may be room for one write').toEqual(notWriting('its disk is full'))
    clock.advance(1)
    expect(await readiness(service.url)).toEqual(ready)

    fill()
    clock.advance(5000)
    expect(await readiness(service.url), 'no task was submitted').toEqual(notWriting('its disk is full'))
    clock.advance(10_000)
    expect(await readiness(service.url), 'still').toEqual(notWriting('its disk is full'))
    rmSync(full)
    clock.advance(10_000)
    expect(await readiness(service.url)).toEqual(ready)
    expect((await submit(image)).status).toBe(200)
  },
)

/** Requests that the proxy still sends to a replica after it has answered that it is not ready. */
const late = 12

/** A proxy that sends each request to a replica that it takes for ready, on connections that it keeps, and notices late that one is not. */
async function proxy(replicas: string[]): Promise<{ url: string; ready: Set<string>; underWay: Map<string, number> }> {
  const underWay = new Map<string, number>()
  const count = (replica: string, change: number): void => {
    underWay.set(replica, (underWay.get(replica) ?? 0) + change)
  }
  const ready = new Set<string>()
  const sent = new Map<string, number>()
  /** Requests that a replica had been sent when it first answered that it is not ready. */
  const leaving = new Map<string, number>()
  let over = false
  const watch = async (): Promise<void> => {
    while (!over) {
      for (const replica of [...replicas]) {
        const answer = await fetch(`${replica}/readyz`).catch(() => undefined)
        if (answer?.status === 200) ready.add(replica)
        else if (ready.has(replica)) {
          const before = leaving.get(replica) ?? sent.get(replica) ?? 0
          leaving.set(replica, before)
          if ((sent.get(replica) ?? 0) >= before + late) ready.delete(replica)
        }
        await answer?.body?.cancel()
      }
      await turn()
    }
  }
  const watching = watch()
  let next = 0
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const all = [...ready]
    const replica = all[(next += 1) % all.length]
    if (replica === undefined) {
      response.writeHead(502).end()
      return
    }
    count(replica, 1)
    sent.set(replica, (sent.get(replica) ?? 0) + 1)
    response.once('close', () => {
      count(replica, -1)
    })
    const forwarded = send(
      `${replica}${request.url ?? ''}`,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.writeHead(502).end())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(async () => {
    over = true
    await watching
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ready, underWay }
}

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('a service whose PostgreSQL is read-only is not ready, and answers queries', async () => {
    const clock = new ManualClock()
    const databaseUrl = await emptyDatabase()
    const { service, submit, call } = await testService({ databaseUrl }, { clock })
    const { id } = (await submit(image)).body
    expect(await readiness(service.url)).toEqual(ready)
    const admin = new pg.Client(databaseUrl)
    await admin.connect()
    onTestFinished(() => admin.end())
    /** Connections that are open keep the setting they began with. */
    const set = async (value: string): Promise<void> => {
      await admin.query('SET default_transaction_read_only = off')
      await admin.query(`ALTER ROLE CURRENT_USER SET default_transaction_read_only = ${value}`)
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'model-tasks-service' AND datname = current_database()`,
      )
    }
    onTestFinished(() => set('off'))
    await set('on')
    clock.advance(5000)
    while ((await readiness(service.url)).detail === 'the database cannot be used') clock.advance(5000)
    expect(await readiness(service.url)).toEqual(notWriting('it is read-only'))
    expect((await submit(image)).status).toBe(503)
    expect((await call('GET', `/tasks/${id}`)).status).toBe(200)
    await set('off')
    clock.advance(10_000)
    while ((await readiness(service.url)).status !== 200) clock.advance(10_000)
    expect((await submit(image)).status).toBe(200)
  })

  test('replicas behind a proxy that are restarted one after the other fail no request', async () => {
    const clocks = [new ManualClock(), new ManualClock()] as const
    const databaseUrl = await emptyTables()
    const settings = { databaseUrl, drain: 10_000, rateLimit: 'off' as const }
    const first = await testService(settings, { clock: clocks[0] })
    const { key } = first
    const second = await testService({ ...settings, key }, { clock: clocks[1] })
    const replicas = [first.service.url, second.service.url]
    const { url, ready, underWay } = await proxy(replicas)
    const until = async (condition: () => boolean): Promise<void> => {
      while (!condition()) await turn()
    }
    await until(() => ready.size === 2)

    const statuses = new Map<number, number>()
    let over = false
    const caller = async (): Promise<void> => {
      while (!over) {
        const answer = await fetch(`${url}/api/v2/model-center/tasks`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(image),
        })
        await answer.arrayBuffer()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
    }
    const callers = Promise.all(Array.from({ length: 4 }, caller))
    for (const [old, clock] of [
      [first, clocks[0]],
      [second, clocks[1]],
    ] as const) {
      const closed = old.service.close()
      // As drainSeconds is to be: more than it takes the proxy to notice, and what it has sent to be answered.
      await until(() => !ready.has(old.service.url) && (underWay.get(old.service.url) ?? 0) === 0)
      clock.advance(10_000)
      await closed
      // On a clock of its own too: however slow the machine is, its database is not late.
      const replacement = await testService({ ...settings, drain: 0, key }, { clock: new ManualClock() })
      replicas.splice(replicas.indexOf(old.service.url), 1, replacement.service.url)
      await until(() => ready.size === 2)
    }
    over = true
    await callers
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(4)
  })
})

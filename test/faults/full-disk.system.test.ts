/** A service whose disk is full, with its database, its work and its log on it. */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteStores } from '../../packages/service/src/keep/store/sqlite/open.js'
import { mayMount, smallDisk } from '../../packages/service/test/support/small-disk.js'
import { startProcess } from '../e2e/support/service-process.js'
import { allEnded, judge, settingsFor, upstream } from './support/replicas.js'
import { expectSettled, payingAccount } from './support/shared-database.js'

/** MiB: room for the log of SQLite at its longest, for what it has checked in, and for results. */
const size = 40
/** Once in the ordinary run, 20 times in the long one. */
const times = Array.from({ length: process.env['MODEL_TASKS_LONG'] === '1' ? 20 : 1 })

test.runIf(mayMount).each(times)(
  'a full disk rejects submits with 503, answers queries, loses no acknowledged task, asks for none twice, and is over with the first free space',
  async () => {
    const folder = smallDisk(size)
    const [data, server] = [join(folder, 'data'), await upstream(20)]
    const apiKey = await payingAccount({ databaseUrl: undefined, dataDirectory: data })
    const log = openSync(join(folder, 'log'), 'a')
    const environment = { ...settingsFor(data, server), MODEL_TASKS_LOG_LEVEL: 'debug' }
    const service = { ...(await startProcess(data, environment, undefined, log)), apiKey }
    closeSync(log)
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const acknowledged = new Set<string>()
    const submit = async (): Promise<Response> => {
      const response = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'beta-5.0', prompt: 'boat '.repeat(150) }),
      })
      const { id } = (await response.json()) as { id: string }
      if (response.status === 200) acknowledged.add(id)
      return response
    }
    writeFileSync(join(folder, 'ballast'), Buffer.alloc((size - 3) * 1024 ** 2))
    let last = await submit()
    while (last.status === 200) last = (await Promise.all(Array.from({ length: 20 }, submit))).at(-1) ?? last
    expect([last.status, last.headers.get('retry-after')]).toEqual([503, '5'])
    const { origin } = new URL(service.baseUrl)
    const [first = ''] = acknowledged
    expect((await fetch(`${service.baseUrl}/v2/model-center/tasks/${first}`, { headers })).status).toBe(200)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    rmSync(join(folder, 'ballast'))
    expect((await submit()).status).toBe(200)
    judge(acknowledged, await allEnded(service), server)
    await service.end('SIGKILL')
    const stores = await openSqliteStores(join(data, 'tasks.db'))
    const kept = await Promise.all([...acknowledged].map((id) => stores.tasks.read(id)))
    expect(kept.filter((task) => task === undefined)).toEqual([])
    await expectSettled(stores)
    expect(acknowledged.size).toBeGreaterThan(50)
  },
)

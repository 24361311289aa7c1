/** A service whose disk is full, with its database, its work and its log on it. */
import { closeSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStores } from '../../packages/service/src/store/sqlite/open.js'
import { smallDisk } from '../../packages/service/test/support/small-disk.js'
import { startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { allEnded, judge, settingsFor, upstream } from './support/replicas.js'
import { expectSettled, payingAccount } from './support/shared-database.js'

/** How often the disk is full, and what holds afterwards is looked at. */
const rounds = process.env['MODEL_TASKS_LONG'] === '1' ? 20 : 1
/** What is free before it fills up, in bytes: room for some tasks. */
const room = 600_000

// Each round leaves the rows of its tasks.
const disk = smallDisk(6 + 2 * rounds)

test.skipIf(disk === undefined)(
  `a disk that is full ${rounds} times rejects submits with 503, answers queries, loses no acknowledged task, asks for none twice, and is over with the first free space`,
  async () => {
    const { folder, remove } = disk!
    onTestFinished(remove)
    const [data, ballast, server] = [join(folder, 'data'), join(folder, 'ballast'), await upstream(20)]
    const apiKey = await payingAccount({ databaseUrl: undefined, dataDirectory: data })
    const log = openSync(join(folder, 'log'), 'a')
    const start = () =>
      startProcess(data, { ...settingsFor(data, server), MODEL_TASKS_LOG_LEVEL: 'debug' }, undefined, log)
    const service: ServiceProcess = { ...(await start()), apiKey }
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
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.size
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - room)))
      let last = await submit()
      while (last.status === 200) last = (await Promise.all(Array.from({ length: 20 }, submit))).at(-1) ?? last
      expect([last.status, last.headers.get('retry-after')]).toEqual([503, '5'])
      const { baseUrl } = service
      const [known = ''] = acknowledged
      expect((await fetch(`${baseUrl}/v2/model-center/tasks/${known}`, { headers })).status).toBe(200)
      expect((await fetch(`${new URL(baseUrl).origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${new URL(baseUrl).origin}/readyz`)).status).toBe(503)
      rmSync(ballast)
      expect((await submit()).status).toBe(200)
      expect(acknowledged.size - before).toBeGreaterThan(20)
      const ended = await allEnded(service)
      judge(acknowledged, ended, server)
      if (rounds > 1) process.stdout.write(`${round + 1} of ${rounds} full disks: ${acknowledged.size} acknowledged\n`)
    }
    await service.end('SIGKILL')
    const stores = await openSqliteStores(join(data, 'tasks.db'))
    const kept = await Promise.all([...acknowledged].map((id) => stores.tasks.read(id)))
    expect(kept.filter((task) => task === undefined)).toEqual([])
    await expectSettled(stores)
  },
  300_000 * (1 + rounds),
)

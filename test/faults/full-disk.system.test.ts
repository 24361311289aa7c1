/** A service whose disk is full, with its database, its work and its log on it. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStores } from '../../packages/service/src/store/sqlite/open.js'
import { expectBalanced } from '../../packages/service/test/contracts/ledger.js'
import { smallDisk } from '../../packages/service/test/support/small-disk.js'

const bin = fileURLToPath(new URL('../../packages/service/bin/model-tasks-service.js', import.meta.url))

const disk = smallDisk()

async function start(folder: string) {
  const log = openSync(join(folder, 'log'), 'a')
  const child = spawn(process.execPath, [bin], {
    env: {
      PATH: process.env['PATH'],
      MODEL_TASKS_PORT: '0',
      MODEL_TASKS_DATA: join(folder, 'data'),
      MODEL_TASKS_LOG_LEVEL: 'debug',
      MODEL_TASKS_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const base = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const address = /^ +API +(\S+)$/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  return {
    base,
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

test.skipIf(disk === undefined)(
  'a full disk refuses submits with 503, answers queries, loses no acknowledged task, and is over with the first free space',
  async () => {
    const { folder, remove } = disk!
    onTestFinished(remove)
    const { base, kill } = await start(folder)
    onTestFinished(async () => void (await kill()))
    const { apiKey } = JSON.parse(readFileSync(join(folder, 'data/local-credentials.json'), 'utf8')) as {
      apiKey: string
    }
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const acknowledged: string[] = []
    const submit = async (): Promise<Response> => {
      const response = await fetch(`${base}/v2/model-center/tasks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'beta-5.0', prompt: `[[delay: 600s]] ${'boat '.repeat(150)}` }),
      })
      const { id } = (await response.json()) as { id: string }
      if (response.status === 200) acknowledged.push(id)
      return response
    }
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(3_000_000))
    let last = await submit()
    while (last.status === 200) last = (await Promise.all(Array.from({ length: 20 }, submit))).at(-1) ?? last
    expect([last.status, last.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await fetch(`${base}/v2/model-center/tasks/${acknowledged[0] ?? ''}`, { headers })).status).toBe(200)
    expect((await fetch(`${new URL(base).origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${new URL(base).origin}/readyz`)).status).toBe(503)
    rmSync(join(folder, 'ballast'))
    expect((await submit()).status).toBe(200)
    await kill()
    const stores = await openSqliteStores(join(folder, 'data/tasks.db'))
    const kept = await Promise.all(acknowledged.map((id) => stores.tasks.read(id)))
    await expectBalanced(stores.accounts)
    await stores.close()
    expect(kept.filter((task) => task === undefined)).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(50)
  },
)

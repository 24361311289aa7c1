import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../src/commands/fake/serve-fake.js'
import { protocolInFile } from '../src/run/provider/check-protocol.js'
import { deathReason } from '../src/keep/store/fuse.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { serviceProgram } from '../../../test/programs.js'
import { temporaryFolder } from './support/folder.js'

const protocol = fileURLToPath(new URL('../../../test/upstreams/seventh.json', import.meta.url))

test('a task whose file ends the process twice is set aside, and the one that was handled beside it completes', async () => {
  const folder = temporaryFolder()
  let child: ChildProcess | undefined
  let log = ''
  const asked: number[] = []
  const fake = await serveFake(await protocolInFile(protocol), {
    key: 'key',
    intercept({ path }) {
      if (!path.startsWith('/fake-files/')) return undefined
      const number = fake.tasks.findIndex(({ id }) => path.endsWith(`/${id}`))
      asked.push(number)
      // The process ends while it handles both files, and then whenever it handles the first.
      const both = asked.includes(0) && asked.includes(1)
      if (both && (number === 0 || asked.length === 2)) child?.kill('SIGKILL')
      return both && number === 1 && asked.length > 2 ? undefined : { hang: true }
    },
  })
  onTestFinished(() => fake.close())
  mkdirSync(join(folder, 'protocols'))
  writeFileSync(join(folder, 'protocols', 'seventh.json'), readFileSync(protocol))
  const upstreams = [{ name: 'own', protocol: 'seventh', url: fake.baseUrl, key: 'key' }]
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ protocols: './protocols', upstreams }))

  const start = async (): Promise<{ baseUrl: string; apiKey: string }> => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      MODEL_TASKS_PORT: '0',
      MODEL_TASKS_DATA: join(folder, 'data'),
      MODEL_TASKS_CONFIG: join(folder, 'config.json'),
      MODEL_TASKS_PROVIDER: 'relay',
    }
    const started = (child = spawn(process.execPath, [serviceProgram], { env, stdio: ['ignore', 'pipe', 'pipe'] }))
    started.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
    onTestFinished(() => void started.kill('SIGKILL'))
    await once(started.stdout, 'data')
    return JSON.parse(readFileSync(join(folder, 'data', 'local-credentials.json'), 'utf8'))
  }
  const { baseUrl, apiKey } = await start()
  const ids: string[] = []
  for (const prompt of ['A boat', 'A gull']) {
    const response = await fetch(`${baseUrl}/v2/model-center/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sd_2.0_discount', prompt, duration: 5 }),
    })
    expect(response.status, await response.clone().text()).toBeLessThan(300)
    ids.push((await response.json()).id)
    await expect.poll(() => fake.tasks.length).toBe(ids.length)
  }
  await once(child!, 'exit')
  await start()
  await once(child!, 'exit')
  const again = await start()
  const statusOf = async (id: string): Promise<string> => {
    const response = await fetch(`${again.baseUrl}/v2/model-center/tasks/${id}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    return (await response.json()).status
  }
  await expect.poll(() => statusOf(ids[1]!)).toBe('completed')
  expect(await statusOf(ids[0]!)).toBe('processing')
  child!.kill('SIGTERM')
  expect(await once(child!, 'exit'), 'nothing ended it once more').toEqual([0, null])
  const lines = log.split('\n').filter((line) => line.includes('the process ended'))
  expect(lines.filter((line) => line.includes('handled alone from now on'))).toHaveLength(2)
  expect(lines.filter((line) => line.includes('is set aside'))).toEqual([expect.stringContaining(ids[0]!)])
  const stores = await openSqliteStores(join(folder, 'data', 'tasks.db'))
  onTestFinished(() => stores.close())
  expect(await stores.queue.deadLetters(9)).toMatchObject([{ id: ids[0], reason: deathReason }])
})

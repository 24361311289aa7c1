/** Our client and our service with an unreliable line between them: what is paid for is paid for once. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks, SubmitUnknownError } from '@model-tasks/client'
import { memoryJournal } from '@model-tasks/client/journal'
import { startService, type RunningService } from '@model-tasks/service'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quickProvider } from '../cli/support/quick-provider.js'

let folder: string
let service: RunningService
let line: Server
let baseUrl: string
let apiKey: string
/** Answers that will be lost: the request arrives, the line breaks before the answer does. */
let losing = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-faults-'))
  service = await startService(
    { port: 0, dataDirectory: folder, siteDirectory: '/nowhere' },
    { provider: quickProvider() },
  )
  apiKey = (JSON.parse(await readFile(join(folder, 'local-credentials.json'), 'utf8')) as { apiKey: string }).apiKey
  const { port } = new URL(service.url)
  line = createServer((near: Socket) => {
    const far = connect(Number(port), '127.0.0.1')
    near.pipe(far)
    far.on('data', (chunk) => {
      if (losing > 0) {
        losing--
        near.resetAndDestroy()
        far.destroy()
      } else near.write(chunk)
    })
    near.on('close', () => far.destroy()).on('error', () => far.destroy())
    far.on('close', () => near.destroy()).on('error', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  baseUrl = service.baseUrl.replace(port, String((line.address() as AddressInfo).port))
})
afterAll(async () => {
  line.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

const client = (options = {}): ModelTasks => new ModelTasks({ baseUrl, apiKey, pollInterval: 20, ...options })
const tasks = async (): Promise<number> => (await client().list({ limit: 100 })).data.length

describe('a line that loses the answer of a submit', () => {
  it('leaves one task, taken up under the same key, since our service declares idempotency', async () => {
    const before = await tasks()
    losing = 1
    const task = await client().run('beta-5.0', { prompt: '一只纸船' })
    expect(task.status).toBe('completed')
    expect(await tasks()).toBe(before + 1)
  })

  it('and every answer after it leaves one task and an error that knows the key, and a journal finds it again', async () => {
    const before = await tasks()
    const journal = memoryJournal()
    losing = 9
    const error: unknown = await client({ journal })
      .submit('beta-5.0', { prompt: '一只纸船' })
      .catch((reason: unknown) => reason)
    losing = 0
    expect(error).toBeInstanceOf(SubmitUnknownError)
    const { handles, unresolved } = await client().resumeAll(journal)
    expect(unresolved).toEqual([])
    expect((await handles[0]?.wait())?.status).toBe('completed')
    expect(await tasks()).toBe(before + 1)
  })
})

it('a line that loses answers while polling and downloading only takes longer', async () => {
  const handle = await client().submit('beta-5.0', { prompt: '一只纸船' })
  losing = 3
  await handle.wait()
  losing = 2
  const { bytes } = await handle.download(join(folder, 'boat.png'))
  expect((await readFile(join(folder, 'boat.png'))).length).toBe(bytes)
})

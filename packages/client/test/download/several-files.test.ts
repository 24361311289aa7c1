import { createServer, type Server } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ModelTasks, type TaskHandle } from '../../src/index.js'
import { saveAll } from '../../src/batch/index.js'
import { startFaultServer, type FaultServer } from '../../src/testing/index.js'
import { failed, skippingClock } from './support.js'

let [folder, host, urls] = ['', {} as Server, [] as string[]]
let service: FaultServer
const asked: string[] = []
let cut = false
/** Three files under one ETag, as a host has them that numbers its versions. */
const contents = ['one', 'two', 'six'].map((word) => `\0${word.repeat(1000)}`)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-several-'))
  cut = false
  host = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${path} ${request.headers.range ?? ''}`.trim())
    const bytes = Buffer.from(contents[Number(/\d/.exec(path)?.[0])] ?? '')
    const head = { 'content-type': 'video/mp4', 'content-length': bytes.length, etag: '"1"' }
    response.writeHead(200, head)
    if (!cut) return response.end(bytes)
    response.write(bytes.subarray(0, 100))
    return setTimeout(() => response.destroy(), 20)
  })
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening))
  const { port } = host.address() as AddressInfo
  urls = contents.map((_, index) => `http://127.0.0.1:${port}/${index}.${index === 2 ? 'webm' : 'mp4'}`)
  service = await startFaultServer({ script: [{ status: 'completed', result_url: urls[0], result_urls: urls }] })
  asked.length = 0
})
afterEach(async () => {
  await service.close()
  host.closeAllConnections()
  host.close()
  await rm(folder, { recursive: true, maxRetries: 20 })
})

async function completed(): Promise<TaskHandle> {
  const { baseUrl, apiKey } = service
  const client = new ModelTasks({ baseUrl, apiKey, pollInterval: 1, clock: skippingClock(), logger: {} })
  const handle = await client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
  await handle.wait()
  return handle
}

it('stores each of several files, under its own name in a folder', async () => {
  const handle = await completed()
  const paths = await Promise.all(
    [0, 1, 2].map(async (file) => (await handle.download(`${folder}/`, { file })).path.slice(folder.length + 1)),
  )
  expect(paths).toEqual([`${handle.id}.mp4`, `${handle.id}-2.mp4`, `${handle.id}-3.webm`])
  expect(await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))).toEqual(contents)
  expect(await (await handle.open({ file: 1 })).text()).toBe(contents[1])
  expect(await (await handle.open()).text()).toBe(contents[0])
})

it('never continues one file with what was received of another', async () => {
  const handle = await completed()
  const path = join(folder, 'boat.mp4')
  cut = true
  await failed(handle.download(path, { retries: 0 }))
  cut = false
  asked.length = 0
  await handle.download(path, { file: 1 })
  expect(asked).toEqual(['/1.mp4'])
  expect(await readFile(path, 'utf8')).toBe(contents[1])
})

it.each([
  [3, 'made 3 files: 0 to 2'],
  [-1, 'must be an integer from 0 up, got -1'],
  [0.5, 'must be an integer from 0 up, got 0.5'],
])('says that there is no file %s', async (file, words) => {
  const handle = await completed()
  expect((await failed(handle.download(join(folder, 'x'), { file }))).message).toContain(words)
})

it('saves the files of many tasks under names of their own', async () => {
  const saved = await saveAll([await completed()], { template: `${folder}/{index}.{extension}` })
  expect(saved).toMatchObject([
    { path: join(folder, '1.mp4'), others: [{ path: join(folder, '1-2.mp4') }, { path: join(folder, '1-3.webm') }] },
  ])
})

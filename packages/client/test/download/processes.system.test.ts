/** Downloads of several processes: one that is killed, and two at once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { startFaultServer, type Fault, type FaultServer } from '../../src/testing/index.js'
import { unknownBytes } from '../../src/testing/unknown-bytes.js'
import { etag, scene } from './support.js'

const now = scene()
const megabyte = 1024 * 1024
const children: ChildProcess[] = []
let big: FaultServer | undefined

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await big?.close()
  big = undefined
})

function start(
  server: FaultServer,
  id: string,
  path: string,
  announceAt = 0,
): { child: ChildProcess; output: () => string } {
  const script = join(import.meta.dirname, 'child.js')
  const child = spawn(process.execPath, [script, server.baseUrl, id, path, String(announceAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()))
  return { child, output: () => output }
}

it('what a killed process had made durable is continued, and nothing is left behind', async () => {
  const server = (big = await startFaultServer({
    script: [{ status: 'completed' }],
    result: { bytes: unknownBytes(12 * megabyte) },
  }))
  const handle = await now.completed({ baseUrl: server.baseUrl })
  server.next('result', ({ response }) => {
    response.writeHead(200, { etag, 'content-type': 'video/mp4', 'content-length': String(12 * megabyte) })
    response.write(server.result.subarray(0, 10 * megabyte))
  })
  server.next('result', honest(server))
  const { child, output } = start(server, handle.id, now.path, 9 * megabyte)
  await expect.poll(output).toContain('received')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await now.files()).not.toContain('boat.mp4')

  await handle.download(now.path)
  expect(server.result.equals(await readFile(now.path))).toBe(true)
  const range = server.requests.filter(({ route }) => route === 'result').map(({ headers }) => headers.range)[1]
  expect(Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1])).toBeGreaterThanOrEqual(8 * megabyte)
  expect(await now.files()).toEqual(['boat.mp4'])
})

it('two processes that store one task at one path both succeed, with the whole file', async () => {
  const handle = await now.completed()
  const finish: (() => void)[] = []
  const slow: Fault = ({ response }) => {
    response.writeHead(200, { etag, 'content-type': 'video/mp4', 'content-length': String(now.server.result.length) })
    response.write(now.server.result.subarray(0, 20_000))
    finish.push(() => response.end(now.server.result.subarray(20_000)))
  }
  now.server.next('result', slow, slow)
  const both = [1, 2].map(() => start(now.server, handle.id, now.path))
  const closed = both.map(({ child }) => once(child, 'close'))
  await now.server.received('result', 2)
  for (const each of finish) each()
  await Promise.all(closed)
  for (const { output } of both) expect(JSON.parse(output())).toMatchObject({ bytes: now.server.result.length })
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(await readdir(dirname(now.path))).toEqual(['boat.mp4'])
})

/** Serves the rest of the file, under the ETag of these tests. */
function honest(server: FaultServer): Fault {
  return ({ request, response }) => {
    const first = Number(/\d+/.exec(request.headers.range ?? '0')?.[0])
    const total = server.result.length
    const range = { 'content-range': `bytes ${first}-${total - 1}/${total}` }
    response.writeHead(first ? 206 : 200, { etag, 'content-type': 'video/mp4', ...(first && range) })
    response.end(server.result.subarray(first))
  }
}

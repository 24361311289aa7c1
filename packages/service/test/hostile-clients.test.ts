import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ManualClock } from './support/manual-clock.js'
import { testService } from './support/service.js'

/** Opens a connection; what the service answers on it. */
async function open(url: string): Promise<{ socket: Socket; answered: Promise<string>; closed: Promise<unknown> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => {
      resolve(chunk.toString('latin1'))
    })
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return { socket, answered, closed }
}

const headers = (path: string, length: number, key?: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${key === undefined ? '' : `authorization: Bearer ${key}\r\n`}\r\n`

const half = Buffer.alloc(512 * 1024, ' ')

test.each([
  ['an unknown route', '/api/v2/model-center/nothing', '404'],
  ['another address', '/nothing', '404'],
  ['a submit without a key', '/api/v2/model-center/tasks', '401'],
  ['a native API without a key', '/native/ark/contents/generations/tasks', '401'],
  ['an unknown native API', '/native/nobody/tasks', '404'],
])('bodies trickled to %s hold no memory, and their connections are closed', async (_name, path, status) => {
  const clock = new ManualClock()
  const { service } = await testService({}, { clock })
  const count = 300
  const all = await Promise.all(Array.from({ length: count }, () => open(service.url)))
  globalThis.gc?.()
  const before = process.memoryUsage()
  await Promise.all(
    all.map(
      ({ socket }) =>
        new Promise<void>((resolve) => {
          socket.write(headers(path, 1024 * 1024))
          socket.write(half, () => {
            resolve()
          })
        }),
    ),
  )
  for (const { answered } of all) expect((await answered).slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
  const after = process.memoryUsage()
  const mebibytes = (after.arrayBuffers - before.arrayBuffers) / 1024 / 1024
  expect(mebibytes, `of ${(count * half.length) / 1024 / 1024} MiB that were sent`).toBeLessThan(60)
  clock.advance(5000)
  await Promise.all(all.map(({ closed }) => closed))
})

test('a body that a caller trickles is given up after 30 s', async () => {
  const clock = new ManualClock()
  const { service, key } = await testService({}, { clock })
  const { socket, answered, closed } = await open(service.url)
  socket.write(headers('/api/v2/model-center/tasks', 1024, key))
  socket.write('{')
  let done = false
  void answered.then(() => {
    done = true
  })
  while (!done) {
    clock.advance(10_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await answered).toMatch(/^HTTP\/1.1 408 [^]*did not arrive within 30 s/)
  let open5 = true
  void closed.then(() => {
    open5 = false
  })
  while (open5) {
    clock.advance(5000)
    await new Promise((resolve) => setImmediate(resolve))
  }
})

test('a client that sends a large body without a key still reads why it failed', async () => {
  const { service } = await testService()
  for (let times = 0; times < 5; times += 1) {
    const response = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(900 * 1024, ' '),
    })
    expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ status: 401 })])
  }
})

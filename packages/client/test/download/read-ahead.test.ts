/** Bodies that are taken more slowly than they come, over a connection that ends with them. Of use on Node 22 and later. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { scene } from './support.js'

const now = scene()
const bytes = 300_000
const body = Buffer.alloc(bytes, 1)

/** A host that ends each connection with its answer, and says how long the file is when it is asked for its first byte. */
async function host(head: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (request) => {
      const first = /range: bytes=0-0/i.test(String(request))
      const range = `HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 0-0/${bytes}\r\ncontent-length: 1\r\n`
      socket.write(`${first ? range : head}content-type: video/mp4\r\nconnection: close\r\n\r\n`)
      socket.end(first ? body.subarray(0, 1) : body)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/boat.mp4`
}

it.each([
  ['without a length', 'HTTP/1.0 200 OK\r\n'],
  ['with its length', `HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\n`],
])('takes a result %s whole from a connection that ends with it, however slowly', async (_what, head) => {
  const url = await host(head)
  const send: typeof fetch = (asked, init) => fetch(new Request(asked).url.includes('/tasks') ? asked : url, init)
  const handle = await now.completed({ fetch: send })
  await handle.download(now.path)
  expect((await readFile(now.path)).equals(body)).toBe(true)
  const response = await handle.open()
  await sleep(20)
  let taken = 0
  for await (const chunk of response.body ?? []) {
    taken += chunk.byteLength
    await sleep(1)
  }
  expect(taken).toBe(bytes)
})

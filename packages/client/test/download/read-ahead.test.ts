/**
 * Bodies that are taken more slowly than they come, over a connection that ends with them. With npm's undici 7, too: on Node 20 it is the
 * dispatcher of the whole program once a library has loaded it, and the only fetch there that ends the process.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch as npmFetch } from 'undici'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ModelTasks } from '../../src/index.js'
import { probeUrl } from '../../src/media/index.js'
import { scene } from './support.js'

const now = scene()
const bytes = 3_000_000
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

const withoutLength = 'HTTP/1.0 200 OK\r\n'
const withLength = `HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\n`

it.each([
  ['without a length', 'its own fetch', withoutLength, fetch],
  ['with its length', 'its own fetch', withLength, fetch],
  ['without a length', "npm's undici", withoutLength, npmFetch as unknown as typeof fetch],
  ['with its length', "npm's undici", withLength, npmFetch as unknown as typeof fetch],
])('takes a result %s whole through %s, however slowly, where the connection ends with it', async (...row) => {
  const [, , head, request] = row
  const url = await host(head)
  const send: typeof fetch = (asked, init) =>
    new Request(asked).url.includes('/tasks') ? fetch(asked, init) : request(url, init)
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

it.each([
  ['its own fetch', fetch],
  ["npm's undici", npmFetch as unknown as typeof fetch],
])(
  'reads what tells the facts of a file through %s, however slowly, where the connection ends with it',
  async (...row) => {
    const url = await host(withLength)
    let taken = 0
    const facts = await probeUrl(url, {
      fetch: row[1],
      facts: async (source) => {
        for (let at = 0; at < bytes; at += 30_000) {
          taken += (await source.read(at, at + 30_000)).byteLength
          await sleep(1)
        }
        return { format: 'mp4' }
      },
    })
    expect({ taken, facts }).toEqual({ taken: bytes, facts: { format: 'mp4' } })
  },
)

it('takes a result whole where something has replaced the navigator, as jsdom does', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (linux) jsdom/26.1.0' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const url = await host(withLength)
  const send: typeof fetch = (asked, init) =>
    new Request(asked).url.includes('/tasks') ? fetch(asked, init) : (npmFetch as unknown as typeof fetch)(url, init)
  const handle = await now.completed({ fetch: send })
  let taken = 0
  for await (const chunk of (await handle.open()).body ?? []) {
    taken += chunk.byteLength
    await sleep(1)
  }
  expect(taken).toBe(bytes)
})

it('tells all events that wait in a connection which ends with them, however slowly they are handled', async () => {
  const count = 300
  const event = (id: number): string => {
    const data = { id: `t${id}`, object: 'video.generation', model: 'sd_2.0_discount', status: 'completed', created: 1 }
    const told = {
      type: 'task.completed',
      timestamp: new Date().toISOString(),
      data: { ...data, note: 'x'.repeat(800) },
    }
    return `id: ${id}\ndata: ${JSON.stringify(told)}\n\n`
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n')
      socket.end(Array.from({ length: count }, (_, index) => event(index + 1)).join(''))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const client = new ModelTasks({ baseUrl, apiKey: 'key', logger: {}, fetch: npmFetch as unknown as typeof fetch })
  const told: string[] = []
  for await (const { id } of client.events({ after: '0' })) {
    told.push(id)
    if (told.length === count) break
    await sleep(1)
  }
  expect(told).toEqual(Array.from({ length: count }, (_, index) => String(index + 1)))
})

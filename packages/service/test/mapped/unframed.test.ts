/** Files whose host says nothing of their length, or encodes them: only their format proves that they are whole. */
import { createServer, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import { ended, relay, upstreamOf } from '../support/relay.js'
import { video } from '../support/service.js'
import { mappingOf } from './support.js'

const film = fakeFile('video').bytes
/** A fragment more: where it ends is said nowhere. */
const fragments = Buffer.concat([film, Buffer.from('\0\0\0\x08moof\0\0\0\x0cmdat1234', 'latin1')])

/** A host that answers each request with the same bytes and closes the connection. Remembers what it was asked. */
async function host(head: string, bytes: Buffer): Promise<{ name: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (chunk) => {
      asked.push(chunk.toString('latin1'))
      socket.write(`HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n${head}\r\n`)
      socket.end(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { name: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const gzip = 'content-encoding: gzip\r\n'
const whole = gzipSync(fragments)

test.each<[what: string, head: string, bytes: Buffer, error: string | null]>([
  ['a whole film without a length', '', film, null],
  ['a cut film without a length', '', film.subarray(0, -1), 'ends before the box mdat'],
  ['a film without a length and without an end', '', fragments, 'neither its host nor its format says where it ends'],
  ['an encoded film', gzip, gzipSync(film), null],
  [
    'an encoded film that ends early and is decoded without an error',
    gzip,
    whole.subarray(0, -8),
    'neither its host nor its format says where it ends',
  ],
  ['a whole film with its length', `content-length: ${fragments.length}\r\n`, fragments, null],
])('%s', async (_what, head, bytes, error) => {
  const { name, asked } = await host(head, bytes)
  const fake = await serveFake(mappingOf('ark'), {
    key: 'key-of-the-upstream',
    intercept: ({ method }) =>
      method === 'GET'
        ? {
            answer: {
              status: 200,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ status: 'succeeded', content: { video_url: `http://${name}/film.mp4` } }),
            },
          }
        : undefined,
  })
  onTestFinished(() => fake.close())
  const upstream = upstreamOf({
    name: 'fake',
    baseUrl: fake.baseUrl,
    apiKey: 'key-of-the-upstream',
    protocol: 'ark',
    resultHosts: [name],
  })
  const { call, when } = await relay(upstream)
  const { body } = await call('POST', '/tasks', video)
  const task = await when(body.id, ended)
  expect(task).toMatchObject(error === null ? { status: 'completed', error } : { status: 'failed', amount: 0 })
  if (error !== null) expect(task.error).toContain(error)
  expect(asked.length).toBeGreaterThan(error === null ? 0 : 4)
  for (const request of asked) expect(request).toMatch(/^accept-encoding: identity\r$/im)
})

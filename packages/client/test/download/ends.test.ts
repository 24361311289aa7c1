/** How a download ends that cannot succeed: what its error says, and what is left for a later call. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ConnectionError, ProtocolError } from '../../src/index.js'
import { faults, type Fault } from '../../src/testing/index.js'
import { answer, etag, failed, scene } from './support.js'

const now = scene()

/** Bytes whose end is the end of the connection. */
const withoutLength =
  (bytes: Uint8Array, headers = ''): Fault =>
  ({ request }) => {
    request.socket.write(`HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n${headers}connection: close\r\n\r\n`)
    request.socket.end(bytes)
  }
const firstByte = (headers: Record<string, string> = {}): Fault =>
  answer(
    206,
    { 'content-range': `bytes 0-0/${now.server.result.length}`, ...headers },
    now.server.result.subarray(0, 1),
  )

it.each([
  ['the same version', `etag: ${etag}\r\n`, { etag }, 2],
  ['a version that it had not named before', '', { etag }, 2],
  ['another version', `etag: ${etag}\r\n`, { etag: '"two"' }, 3],
  ['no version', `etag: ${etag}\r\n`, {}, 3],
])('a file without a length is asked how long it is; the host answers with %s', async (_, head, headers, requests) => {
  const handle = await now.completed()
  now.server.next('result', withoutLength(now.server.result, head), firstByte(headers))
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.ranges()).toEqual([undefined, 'bytes=0-0', undefined].slice(0, requests))
  const [, probe] = now.server.requests.filter(({ route }) => route === 'result')
  expect(probe?.headers['accept-encoding']).toContain('identity')
})

it('open() of a file without a length takes the length of its host, and of the same version alone', async () => {
  const handle = await now.completed()
  now.server.next('result', withoutLength(now.server.result, `etag: ${etag}\r\n`), firstByte({ etag }))
  expect(now.server.result.equals(Buffer.from(await (await handle.open()).arrayBuffer()))).toBe(true)
  now.server.next('result', withoutLength(now.server.result, `etag: ${etag}\r\n`), firstByte({ etag: '"two"' }))
  const error = await failed((await handle.open()).arrayBuffer())
  expect(error.message).toContain(`its transfer ended after ${now.server.result.length} of 0 bytes`)
})

const digest = createHash('sha256').update('other').digest('base64')

it.each<[string, Fault, typeof ProtocolError | typeof ConnectionError, string]>([
  ['is busy', faults.status(503, ''), ConnectionError, 'its host answered 503'],
  ['hangs up', faults.resetAfterReading, ConnectionError, 'no answer from 127.0.0.1'],
  ['declines', faults.status(400, ''), ProtocolError, 'its host answered 400'],
  [
    'sends a page',
    answer(200, { etag }, Buffer.from('<!doctype html><p>Sign in')),
    ProtocolError,
    'expected media, got HTML',
  ],
  [
    'sends other bytes than it says',
    answer(200, { etag, 'repr-digest': `sha-256=:${digest}:` }, Buffer.from('\u0000\u0001\u0002')),
    ProtocolError,
    'its bytes do not match',
  ],
])('the error of a host that %s names the task and the call that resumes', async (_, fault, kind, text) => {
  const handle = await now.completed({ retries: 1 })
  now.server.next('result', fault, fault, fault)
  const error = await failed(handle.download(now.path))
  expect(error).toBeInstanceOf(kind)
  expect(error.summary).toContain(`result of task ${handle.id}: ${text}`)
  expect(error.task).toMatchObject({ id: handle.id, status: 'completed' })
  const resume = `client.task('${handle.id}').download('${now.path}')`
  expect(error).toMatchObject({ taskId: handle.id, resume, ...(kind === ConnectionError && { nothingSent: false }) })
  expect(await now.files()).toEqual([])
})

it('a file without a version that was cut is not kept, and one with a version is', async () => {
  for (const [headers, kept] of [
    [{}, 0],
    [{ etag }, 2],
  ] as const) {
    const handle = await now.completed()
    now.server.next('result', now.cutAfter(30_000, headers), faults.status(400, ''))
    await failed(handle.download(now.path, { onBytes: ({ bytes }) => bytes === 30_000 && now.cut() }))
    expect(await now.files()).toHaveLength(kept)
  }
})

it('open() keeps what the host says of the file, and refuses one that is empty', async () => {
  const handle = await now.completed()
  now.server.next('result', answer(200, { etag, 'x-of-the-host': 'yes' }, now.server.result))
  const response = await handle.open()
  expect([response.status, response.statusText]).toEqual([200, 'OK'])
  expect(response.headers.get('x-of-the-host')).toBe('yes')
  await response.arrayBuffer()
  now.server.next('result', ({ response }) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'transfer-encoding': 'chunked' }).end()
  })
  const error = await failed((await handle.open()).arrayBuffer())
  expect(error.summary).toBe(`result of task ${handle.id}: its host sent an empty file`)
})

it('a file in whose middle a page seems to begin is a file', async () => {
  const film = Buffer.from('\u0000\u0001\u0002film')
  const text = Buffer.from('<!doctype html><p>a page')
  const inTwo: Fault = ({ response }) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(film.length + text.length) })
    response.write(film, () => setImmediate(() => response.end(text)))
  }
  const handle = await now.completed()
  now.server.next('result', inTwo, inTwo)
  expect(Buffer.from(await (await handle.open()).arrayBuffer())).toEqual(Buffer.concat([film, text]))
  await handle.download(now.path)
  expect(await readFile(now.path)).toEqual(Buffer.concat([film, text]))
})

it('a file may be as large as is allowed, and no larger', async () => {
  const { length } = now.server.result
  const handle = await now.completed()
  expect((await failed(handle.download(now.path, { maxBytes: length - 1 }))).message).toContain('larger than maxBytes')
  expect(await handle.download(now.path, { maxBytes: length })).toMatchObject({ bytes: length })
})

it('a pause that the host asks for is warned of only where it is not kept to, if anybody listens', async () => {
  const warnings: string[] = []
  const busy = (seconds: number): Fault => answer(503, { 'retry-after': String(seconds) }, Buffer.from('later'))
  for (const logger of [{ warn: (text: string) => warnings.push(text) }, {}]) {
    const handle = await now.completed({ logger })
    now.server.next('result', busy(9))
    await handle.download(now.path)
  }
  expect(warnings).toEqual([])
})

it('a whole file of no version that cannot be recorded is kept, and is not received again', async () => {
  const handle = await now.completed()
  now.server.next('result', answer(200, { 'content-length': String(now.server.result.length) }, now.server.result))
  await failed(handle.download(now.path, { onWhole: () => Promise.reject(new Error('no room')) }))
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.server.count('result')).toBe(1)
})

it('attempts that bring nothing are told at the fourth, and as many follow as `retries` says', async () => {
  const warnings: string[] = []
  const handle = await now.completed({ logger: { warn: (message) => warnings.push(message) } })
  const away = Array.from({ length: 6 }, () => faults.status(503))
  now.server.next('result', ...away)
  expect((await handle.download(now.path, { retries: 6 })).bytes).toBe(now.server.result.length)
  expect(warnings).toEqual([
    `still trying after 4 failed attempts in a row: result of task ${handle.id}: its host answered 503`,
  ])
  now.server.next('result', ...away)
  expect((await failed(handle.download(now.path, { retries: 5 }))).message).toContain('its host answered 503')
})

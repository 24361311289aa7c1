import { connect, type Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { drainTimeout, maxDrainedBytes } from '../src/edge/http/hooks/early-answers.js'
import { ManualClock } from './support/manual-clock.js'
import { testService } from './support/service.js'

const mebibyte = 1024 * 1024
const api = '/api/v2/model-center'

function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  return socket
}

const piece = Buffer.alloc(mebibyte, ' ')

function written(socket: Socket, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}

/** What a client is told that reads nothing before it has sent everything, as many do, and asks something else then. */
async function toldAfterSending(url: string, lines: string[], bytes: number): Promise<string> {
  const socket = open(url)
  socket.pause()
  await written(socket, [...lines, 'host: x', '', ''].join('\r\n'))
  const chunked = lines.includes('transfer-encoding: chunked')
  for (let sent = 0; sent < bytes; sent += piece.length) {
    const part = piece.subarray(0, Math.min(piece.length, bytes - sent))
    if (chunked) await written(socket, `${part.length.toString(16)}\r\n`)
    await written(socket, part)
    if (chunked) await written(socket, '\r\n')
  }
  if (chunked) await written(socket, '0\r\n\r\n')
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    if (text === '' && !isLast(chunk.toString('latin1')))
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    text += chunk.toString('latin1')
  })
  socket.resume()
  await finished(socket, { writable: false })
  return text
}

/** Whether an answer says that it is the last one on its connection. */
const isLast = (answer: string): boolean => /^connection: close/im.test(answer.split('\r\n\r\n', 1)[0] ?? '')

const cases: [string, string, string, number, boolean, string][] = [
  ['an asset that is too large', 'assets', 'image/png', 64 * mebibyte + 1, true, '413'],
  ['a submit that is too large', 'tasks', 'application/json', 20 * mebibyte, true, '413'],
  ['a file that is not a medium', 'assets', 'text/plain', 4 * mebibyte, true, '415'],
  ['an asset without a valid key', 'assets', 'image/png', 40 * mebibyte, false, '401'],
  ['an address that is not there', 'nothing', 'application/json', 4 * mebibyte, true, '404'],
]

test.each(cases)(
  '%s: a client that sends it whole before reading reads why',
  async (_of, path, type, bytes, known, status) => {
    const { service, key } = await testService()
    const lines = [
      `POST ${api}/${path} HTTP/1.1`,
      `content-type: ${type}`,
      `authorization: Bearer ${known ? key : 'mt_unknown'}`,
    ]
    const length = `content-length: ${bytes}`
    const chunked = 'transfer-encoding: chunked'
    for (const more of [[length], [chunked], [length, 'connection: close'], [chunked, 'connection: close']]) {
      const text = await toldAfterSending(service.url, [...lines, ...more], bytes)
      const [first, ...rest] = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => code)
      expect(first, more.join()).toBe(status)
      // The connection serves the next request, unless it was said to be closed.
      expect(rest, text).toEqual(/^connection: close/im.test(text.split('\r\n\r\n', 1)[0] ?? '') ? [] : ['200'])
    }
  },
)

test('uploads that find no room leave as much of it as they found', async () => {
  const limit = 8 * mebibyte
  const { service, key } = await testService({ assetLimits: { count: 10, bytes: limit } }, { clock: new ManualClock() })
  const upload = (bytes: number): Promise<string> =>
    toldAfterSending(
      service.url,
      [
        `POST ${api}/assets HTTP/1.1`,
        'content-type: image/png',
        `authorization: Bearer ${key}`,
        'transfer-encoding: chunked',
      ],
      bytes,
    )
  for (let times = 0; times < 3; times += 1) expect(await upload(3 * limit)).toMatch(/^HTTP\/1\.1 409 /)
  expect(await upload(limit)).toMatch(/^HTTP\/1\.1 200 /)
})

test('a body without an end is left unread after a while, and its connection is closed', async () => {
  const clock = new ManualClock()
  const { service } = await testService({}, { clock })
  const socket = open(service.url)
  let closed = false
  socket
    .on('error', () => undefined)
    .once('close', () => {
      closed = true
    })
  const answered = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => {
      resolve(chunk.toString('latin1'))
    })
  })
  socket.write(`POST ${api}/tasks HTTP/1.1\r\nhost: x\r\ncontent-length: ${1024 * mebibyte}\r\n\r\n`)
  let sent = 0
  const send = (): void => {
    socket.write(piece, (error) => {
      if (error) return
      sent += piece.length
      send()
    })
  }
  send()
  expect(await answered).toMatch(/^HTTP\/1\.1 401 /)
  let before = -1
  while (sent !== before || sent < maxDrainedBytes) {
    before = sent
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  // The rest is in the buffers of the connection.
  expect(sent).toBeLessThan(2 * maxDrainedBytes)
  clock.advance(drainTimeout - 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(closed).toBe(false)
  clock.advance(1)
  while (!closed) await new Promise((resolve) => setImmediate(resolve))
})

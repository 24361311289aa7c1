import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { bodyLimits, bodyReader } from '../src/edge/http/body.js'
import { drainTimeout } from '../src/edge/http/hooks/early-answers.js'
import { silentLog, type LogDetails } from '../src/base/log.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'

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

test('no header is left out, however many there are', async () => {
  const { service, key } = await testService()
  const { socket, answered } = await open(service.url)
  socket.write(headers('/api/v2/model-center/quote', 2, key).replace('\r\n', `\r\n${'a:\r\n'.repeat(3000)}`) + '{}')
  expect(await answered).toContain('"parameter":"model"')
})

test.each([
  ['an unknown route', '/api/v2/model-center/nothing', '404'],
  ['another address', '/nothing', '404'],
  ['a submit without a key', '/api/v2/model-center/tasks', '401'],
  ['a native API without a key', '/native/ark/contents/generations/tasks', '401'],
  ['an unknown native API', '/native/unknown/tasks', '404'],
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
  clock.advance(drainTimeout)
  await Promise.all(all.map(({ closed }) => closed))
})

test('a body in chunks of a byte takes the room of its bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const read = bodyReader(new ManualClock(), bodyLimits)
  const count = 300_000
  const before = heap()
  let held = 0
  const body = Readable.from(
    (function* () {
      for (let sent = 0; sent < count; sent += 1) yield Buffer.from('[')
      held = heap() - before
      yield Buffer.from(']')
    })(),
    { objectMode: false },
  )
  expect(await read(body, {}, 2 * count)).toEqual(Buffer.from(`${'['.repeat(count)}]`))
  expect(held / 1024 / 1024, 'MiB').toBeLessThan(10)
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

const submit = (key: string, body: string, headers = ''): string =>
  `POST /api/v2/model-center/tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** What is answered to these bytes until the connection is closed. */
async function said(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status)

test.each([true, false])(
  'a task that was accepted is answered before the bytes behind its body, with a 400 of their own (fast path: %s)',
  async (fastPath) => {
    const { service, key, call } = await testService({}, { fastPath })
    const body = JSON.stringify(image)
    await call('GET', '/tasks')
    const [first, ...rest] = statuses(await said(service.url, `${submit(key, body)}}and more\r\n\r\n`))
    expect([first, rest]).toEqual(['200', ['400']])
    const pipelined =
      submit(key, body) + submit(key, body) + submit(key, body).replace(/content-length: \d+/, 'content-length: x')
    expect(statuses(await said(service.url, pipelined))).toEqual(['200', '200', '400'])
    const chunked = submit(key, '').replace('content-length: 0', 'transfer-encoding: chunked')
    expect(statuses(await said(service.url, `${submit(key, body)}${chunked}x\r\n`)), 'its own body').toEqual([
      '200',
      '400',
    ])
    expect((await call('GET', '/tasks')).body.data).toHaveLength(4)
  },
)

test.each([true, false])(
  'behind an answer that closes its connection no task is accepted, of which no client would learn (fast path: %s)',
  async (fastPath) => {
    const { service, key, call } = await testService({}, { fastPath })
    await call('GET', '/tasks')
    const body = JSON.stringify(image)
    const valid = submit(key, body)
    for (const first of [
      submit(key, '{"model":'),
      valid.replace('\r\n', '\r\nhost: another\r\n'),
      valid.replace('\r\n', '\r\ncontent-encoding: gzip\r\n'),
    ])
      expect(statuses(await said(service.url, first + valid + valid))).toEqual([expect.stringMatching(/^4/)])
    expect((await call('GET', '/tasks')).body.data).toEqual([])
    const last = valid.replace('\r\n', '\r\nconnection: close\r\n')
    expect(statuses(await said(service.url, valid.repeat(5) + last + valid))).toEqual(
      Array.from({ length: 6 }, () => '200'),
    )
    expect((await call('GET', '/tasks')).body.data).toHaveLength(6)
  },
)

test.each([true, false])('a request that can be read in two ways buys nothing (fast path: %s)', async (fastPath) => {
  const { service, key, call } = await testService({}, { fastPath })
  await call('GET', '/tasks')
  const body = JSON.stringify(image)
  for (const [second, header] of [
    ['HOST: x', 'Host'],
    ['Host: another', 'Host'],
    ['AUTHORIZATION: Bearer mt_another', 'Authorization'],
    ['Content-type: text/plain', 'Content-Type'],
  ]) {
    const text = await said(service.url, submit(key, body, `${second}\r\n`))
    expect([statuses(text), /"detail":"([^"]*)"/.exec(text)?.[1]]).toEqual([
      ['400'],
      `the request has more than one ${header} header; send one`,
    ])
  }
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const coded = (coding: string): Promise<string> =>
    said(
      service.url,
      submit(key, chunks, `transfer-encoding: ${coding}\r\nconnection: close\r\n`).replace(
        /content-length: \d+\r\n/,
        '',
      ),
    )
  expect(await coded('gzip, chunked')).toMatch(/^HTTP\/1\.1 400 [^]*send Content-Length or Transfer-Encoding: chunked/)
  const other = await said(service.url, 'GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n')
  expect(statuses(other)).toEqual(['400'])
  expect((await call('GET', '/tasks')).body.data).toEqual([])
  expect(statuses(await coded('Chunked'))).toEqual(['200'])
})

test.each([true, false])('a body with a Content-Encoding buys nothing (fast path: %s)', async (fastPath) => {
  const { service, key, call } = await testService({}, { fastPath })
  await call('GET', '/tasks')
  const encoded = await said(service.url, submit(key, JSON.stringify(image), 'content-encoding: gzip\r\n'))
  expect([statuses(encoded), encoded]).toEqual([
    ['415'],
    expect.stringContaining('send the body without Content-Encoding'),
  ])
  const closing = 'content-encoding: identity\r\nconnection: close\r\n'
  expect(statuses(await said(service.url, submit(key, JSON.stringify(image), closing)))).toEqual(['200'])
  expect((await call('GET', '/tasks')).body.data).toHaveLength(1)
})

test.each([true, false])(
  'a connection that breaks in a body does not count as a failure of the service (fast path: %s)',
  async (fastPath) => {
    const failures: string[] = []
    const answered: unknown[] = []
    const log = {
      ...silentLog,
      error: (message: string) => void failures.push(message),
      debug: (message: string, details?: LogDetails) =>
        void (message === 'request' && answered.push(details?.['status'])),
    }
    const { service, key, call } = await testService({}, { fastPath, log })
    await call('GET', '/tasks')
    const { socket } = await open(service.url)
    answered.length = 0
    socket.write(submit(key, JSON.stringify(image)).slice(0, -5))
    await call('GET', '/capabilities')
    socket.resetAndDestroy()
    await call('GET', '/capabilities')
    await service.close()
    expect(failures).toEqual([])
    expect(answered.filter((status) => Number(status) >= 500)).toEqual([])
  },
)

test('a key that is sent many times at once, also before the first answer, buys one task', async () => {
  const { service, key, call } = await testService()
  await call('GET', '/tasks')
  const one = submit(key, JSON.stringify(image), 'idempotency-key: order-1\r\n')
  const last = one.replace('host: x', 'host: x\r\nconnection: close')
  const all = await Promise.all(Array.from({ length: 10 }, () => said(service.url, one.repeat(9) + last)))
  expect(all.flatMap(statuses)).toEqual(Array.from({ length: 100 }, () => '200'))
  expect(new Set(all.join('').match(/task_[0-9a-z]{26}/g)).size).toBe(1)
})

/** The problem that is answered: its status and detail, and whether head and body carry the same request ID. */
const problemIn = (text: string): unknown[] => [
  ...statuses(text),
  /"detail":"([^"]*)"/.exec(text)?.[1],
  /^content-type: application\/problem\+json/im.test(text) &&
    /^x-request-id: (\S+)/im.exec(text)?.[1] === /"request_id":"([^"]+)"/.exec(text)?.[1],
]

const connecting = 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'

test.each([true, false])('what Node would answer without a word has a problem (fast path: %s)', async (fastPath) => {
  const { service, key, call } = await testService({}, { fastPath })
  await call('GET', '/tasks')
  const body = JSON.stringify(image)
  const noHost = 'the request has no Host header; send the host and port that the service is reached at'
  const unmet = 'Expect: a miracle is not met here; send Expect: 100-continue, or leave it out'
  const tunnel = 'CONNECT is not offered here: this service is not a proxy'
  for (const [sent, status, detail] of [
    [submit(key, body).replace('host: x\r\n', ''), '400', noHost],
    [submit(key, body, 'expect: a miracle\r\nconnection: close\r\n'), '417', unmet],
    [connecting, '400', tunnel],
    ['this is not HTTP\r\n\r\n', '400', 'this is not an HTTP/1.1 request'],
  ] as const)
    expect(problemIn(await said(service.url, sent)), sent).toEqual([status, detail, true])
  const old = await said(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')
  expect(statuses(old), 'HTTP/1.0 knows no Host').toEqual(['200'])
  expect((await call('GET', '/tasks')).body.data).toEqual([])
  expect(statuses(await said(service.url, submit(key, body) + connecting)), 'in their order').toEqual(['200', '400'])
})

test.each([connecting, 'this is not HTTP\r\n\r\n'])(
  'a client that holds or resets its connection after %j holds nothing up',
  async (bytes) => {
    const clock = new ManualClock()
    const { service, call } = await testService({}, { clock })
    const reset = await open(service.url)
    reset.socket.write(bytes)
    reset.socket.resetAndDestroy()
    const { hostname, port } = new URL(service.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    socket.on('error', () => undefined).resume()
    socket.write(bytes)
    await once(socket, 'end')
    let held = true
    socket.once('close', () => {
      held = false
    })
    while (held) {
      clock.advance(5000)
      // A client that writes to a connection that is closed at its other end is told so.
      socket.write('x')
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await call('GET', '/capabilities')).status).toBe(200)
  },
)

test('an address of any length has an answer that is short and carries its ID', async () => {
  const { service, key } = await testService()
  const long = 'a'.repeat(8000)
  const asked = (method: string, path: string): Promise<string> =>
    said(
      service.url,
      `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    )
  for (const [method, path, status] of [
    ['GET', `/api/v2/model-center/tasks/${long}`, '404'],
    ['POST', `/api/v2/model-center/tasks/${long}/cancel`, '404'],
    ['GET', `/api/v2/model-center/models/${long}`, '404'],
    ['DELETE', `/api/v2/model-center/assets/${long}`, '404'],
    ['GET', `/results/${long}`, '403'],
    ['GET', `/nowhere/${long}`, '404'],
    ['GET', `/%/${long}`, '400'],
    ['GET', '*', '404'],
  ] as const) {
    const text = await asked(method, path)
    const seen = [statuses(text), /^x-request-id: /m.test(text), text.length < 1000]
    expect(seen, `${method} ${path.slice(0, 40)}`).toEqual([[status], true, true])
  }
})

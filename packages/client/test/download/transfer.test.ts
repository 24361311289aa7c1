/** A download in ordinary use, over a bad line, and of a result whose URL has expired. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ModelTasks, ProtocolError, ResultExpiredError, systemClock } from '../../src/index.js'
import { createTestClock, faults, type Fault } from '../../src/testing/index.js'
import { answer, etag, failed, scene, skippingClock } from './support.js'

const now = scene()
const others: Server[] = []
afterEach(() => {
  for (const other of others.splice(0)) {
    other.closeAllConnections()
    other.close()
  }
})

async function elsewhere(listener: RequestListener): Promise<string> {
  const other = createServer(listener).listen(0, '127.0.0.1')
  others.push(other)
  await once(other, 'listening')
  return `http://localhost:${(other.address() as AddressInfo).port}`
}

async function isWhole(path = now.path): Promise<boolean> {
  return now.server.result.equals(await readFile(path))
}

it('a result is stored under its name, whole, with nothing left beside it', async () => {
  const seen: number[] = []
  const handle = await now.completed()
  const download = await handle.download(now.path, { onBytes: ({ bytes, total }) => seen.push(bytes / (total ?? NaN)) })
  expect(download).toEqual({ path: now.path, bytes: now.server.result.length, contentType: 'video/mp4' })
  expect(await isWhole()).toBe(true)
  expect(await now.files()).toEqual(['boat.mp4'])
  expect(seen.at(-1)).toBe(1)
})

it('a handle that is not done yet is waited for', async () => {
  const client = new ModelTasks({ baseUrl: now.server.baseUrl, apiKey: now.server.apiKey, pollInterval: 1 })
  const { id } = await client.submit('sd_2.0_discount', { prompt: 'x' })
  expect((await client.task(id).download(now.path)).bytes).toBe(now.server.result.length)
})

it('a folder takes the file under the ID of its task', async () => {
  const handle = await now.completed()
  const file = join(now.folder, 'new', `${handle.id}.mp4`)
  expect((await handle.download(join(now.folder, 'new/'))).path).toBe(file)
  expect((await handle.download(join(now.folder, 'new'))).path).toBe(file)
})

it('a path is required', async () => {
  const handle = await now.completed()
  for (const missing of [undefined, '', null, 7]) {
    const error = await failed(handle.download(missing as string))
    expect(error).toMatchObject({ name: 'ModelTasksError', taskId: handle.id })
    expect(error.message).toContain('download() requires the path of a file or folder')
  }
  expect(now.server.count('result')).toBe(0)
})

it('open() streams a result where there is no disk', async () => {
  const response = await (await now.completed()).open()
  expect(now.server.result.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
})

it.each([
  [204, 'its host answered 204, which is not a file'],
  [503, 'its host answered 503'],
])('open() rejects an answer with %i', async (status, message) => {
  const handle = await now.completed()
  now.server.next('result', answer(status, {}, Buffer.alloc(0)))
  expect((await failed(handle.open())).message).toContain(message)
})

describe('open() fails in place of an inconclusive end', () => {
  const read = async (fault: Parameters<typeof now.server.next>[1]): Promise<string> => {
    const handle = await now.completed()
    now.server.next('result', fault)
    const error = await failed((await handle.open()).arrayBuffer())
    expect(error).toMatchObject({ taskId: handle.id, resume: `client.task('${handle.id}').open()` })
    return error.message
  }
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

  it('a transfer that is cut', async () => {
    const handle = await now.completed()
    now.server.next('result', now.cutAfter(20_000))
    const response = await handle.open()
    const error = failed(response.arrayBuffer())
    setImmediate(now.cut)
    expect((await error).message).toMatch(/its transfer stopped after \d+ bytes/)
  })

  it.each(['the time without a byte', 'the signal'])('a transfer that stalls ends with %s', async (end) => {
    const clock = createTestClock()
    const aborter = new AbortController()
    const { id } = await now.completed()
    const client = new ModelTasks({ baseUrl: now.server.baseUrl, apiKey: now.server.apiKey, clock })
    now.server.next('result', now.cutAfter(1000))
    const reader = (await client.task(id).open({ requestTimeout: 7_000, signal: aborter.signal })).body?.getReader()
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0)
    const error = failed(reader?.read().then(() => reader.read()) ?? Promise.resolve())
    await clock.timer(7_000)
    if (end === 'the signal') aborter.abort()
    else clock.advance(7_000)
    expect(await error).toMatchObject({ name: end === 'the signal' ? 'AbortError' : 'ConnectionError', taskId: id })
  })

  it('bytes that do not match the digest of their host', async () => {
    const bytes = Buffer.from(now.server.result)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    const digest = `sha-256=:${hash(now.server.result)}:`
    expect(await read(answer(200, { 'repr-digest': digest }, bytes))).toContain('do not match the sha-256 digest')
    const good = await (await now.completed()).open()
    expect((await good.arrayBuffer()).byteLength).toBe(now.server.result.length)
  })

  it('a page in place of the file, with any declared type', async () => {
    expect(await read(answer(200, {}, Buffer.from('<!DOCTYPE html><p>Log in')))).toContain('expected media, got HTML')
  })

  it.each([
    [206, 'its transfer ended after 1000 of 65536 bytes'],
    [200, 'its host does not say how long it is'],
  ])(
    'a body whose end is that of its connection, when the host answers %i to a request for its length',
    async (status, message) => {
      const handle = await now.completed()
      const total = now.server.result.length
      now.server.next(
        'result',
        ({ request, response }) => {
          response.useChunkedEncodingByDefault = false
          response.writeHead(200, { 'content-type': 'video/mp4', connection: 'close' })
          response.end(now.server.result.subarray(0, 1000), () => request.socket.end())
        },
        answer(status, { 'content-range': `bytes 0-0/${total}` }, now.server.result.subarray(0, 1)),
      )
      expect((await failed((await handle.open()).arrayBuffer())).message).toContain(message)
    },
  )
})

it.each(['content-digest', 'content-md5'])('a part that does not match its %s is not kept', async (field) => {
  const handle = await now.completed()
  const rest = now.server.result.subarray(20_000)
  const total = now.server.result.length
  const digest = createHash(field === 'content-md5' ? 'md5' : 'sha256')
    .update('another')
    .digest('base64')
  const headers = {
    etag,
    'content-length': String(rest.length),
    'content-range': `bytes 20000-${total - 1}/${total}`,
    [field]: field === 'content-md5' ? digest : `sha-256=:${digest}:`,
  }
  now.server.next('result', now.cutAfter(20_000), answer(206, headers, rest))
  const download = handle.download(now.path, { onBytes: ({ bytes }) => bytes === 20_000 && now.cut() })
  await download
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.ranges()).toEqual([undefined, 'bytes=20000-', undefined])
})

describe('a broken transfer', () => {
  it('goes on where it stopped, as often as it brings something', async () => {
    const handle = await now.completed()
    now.server.next('result', ...[1000, 2000, 3000, 4000, 5000].map((bytes) => now.cutAfter(bytes, { etag })))
    now.server.next('result', ({ request, response }) => {
      const total = now.server.result.length
      const start = Number(/\d+/.exec(request.headers.range ?? '')?.[0])
      response.writeHead(206, {
        etag,
        'content-type': 'video/mp4',
        'content-range': `bytes ${start}-${total - 1}/${total}`,
      })
      response.end(now.server.result.subarray(start))
    })
    await handle.download(now.path, { onBytes: () => now.cut() })
    expect(await isWhole()).toBe(true)
    expect(now.ranges()).toEqual([
      undefined,
      'bytes=1000-',
      'bytes=3000-',
      'bytes=6000-',
      'bytes=10000-',
      'bytes=15000-',
    ])
  })

  it('that brings nothing ends after its retries, and says why and how to resume', async () => {
    const handle = await now.completed({ retries: 2 })
    now.server.next('result', ...Array.from({ length: 9 }, () => faults.resetAfterReading))
    const error = await failed(handle.download(now.path))
    expect(error).toMatchObject({ name: 'ConnectionError', taskId: handle.id })
    expect(error.message).toMatch(/no answer from 127\.0\.0\.1:\d+ \(.*(ECONNRESET|other side closed|socket).*\)/)
    expect(error.message).toContain(`client.task('${handle.id}').download('${now.path}')`)
    expect(now.server.count('result')).toBe(3)
  })

  it('from a host that always starts over ends after its retries', async () => {
    const handle = await now.completed({ retries: 2 })
    now.server.next('result', ...[400, 900, 400, 900, 900, 400, 900].map((bytes) => now.cutAfter(bytes, {})))
    await failed(handle.download(now.path, { onBytes: () => now.cut() }))
    expect(now.server.count('result')).toBe(5)
  })

  it('pauses as long as the host asks, and never longer than five minutes', async () => {
    const clock = skippingClock()
    const warnings: string[] = []
    const handle = await now.completed({ clock })
    now.server.next('result', faults.status(503, {}, { 'retry-after': '9' }))
    await handle.download(now.path)
    // Less what has passed since the answer; of itself, the first pause is a second at most.
    expect(clock.pauses.filter((pause) => pause > 4500 && pause <= 9000)).toHaveLength(1)
    now.server.next('result', faults.status(503, {}, { 'retry-after': '31536000' }))
    const controller = new AbortController()
    const logger = {
      warn: (message: string) => {
        warnings.push(message)
        controller.abort()
      },
    }
    const other = await now.completed({ clock, logger })
    expect((await failed(other.download(now.path, { signal: controller.signal }))).name).toBe('AbortError')
    expect(warnings).toEqual([expect.stringContaining('asks to wait 31536000 s; the next attempt follows in 300 s')])
  })

  it('that runs out of time says what its last attempt met', async () => {
    const clock = createTestClock()
    const { id } = await now.completed()
    const client = new ModelTasks({ baseUrl: now.server.baseUrl, apiKey: now.server.apiKey, clock })
    now.server.next('result', faults.status(503, {}, { 'retry-after': '90' }))
    const error = failed(client.task(id).download(now.path, { timeout: 5_000 }))
    await clock.timer(90_000)
    clock.advance(5_000)
    expect((await error).summary).toBe(
      `the download of task ${id} took longer than 5000 ms; the last attempt failed: result of task ${id}: its host answered 503`,
    )
  })

  it.each([
    ['under a strong ETag', { etag }, '; the 1000 bytes that were received are kept'],
    ['which nothing can continue', {}, ''],
  ])('that runs out of time keeps what it received %s, and says so only then', async (_, headers, kept) => {
    const clock = createTestClock()
    const { id } = await now.completed()
    const client = new ModelTasks({ baseUrl: now.server.baseUrl, apiKey: now.server.apiKey, clock })
    now.server.next('result', now.cutAfter(1000, headers))
    const error = failed(
      client
        .task(id)
        .download(now.path, { timeout: 5_000, onBytes: ({ bytes }) => bytes === 1000 && clock.advance(5_000) }),
    )
    expect((await error).summary).toBe(`the download of task ${id} took longer than 5000 ms${kept}`)
  })

  it('whose fresh URL cannot be asked for at once asks again', async () => {
    const handle = await now.completed()
    now.server.next('result', faults.status(410))
    now.server.next('query', faults.status(503))
    expect((await handle.download(now.path)).bytes).toBe(now.server.result.length)
  })

  it('is not repeated for an answer that will not change', async () => {
    const handle = await now.completed()
    now.server.next('result', faults.status(400, '<Error><Code>ExpiredToken</Code></Error>'))
    expect((await failed(handle.download(now.path))).message).toContain('its host answered 400')
    expect(now.server.count('result')).toBe(1)
  })
})

describe('a result URL that is no longer served', () => {
  for (const status of [403, 404, 410]) {
    it(`with ${status} is asked for anew once`, async () => {
      const handle = await now.completed()
      const queries = now.server.count('query')
      now.server.next('result', faults.status(status))
      await handle.download(now.path)
      expect(await isWhole()).toBe(true)
      expect(now.server.count('query')).toBe(queries + 1)
    })
  }

  it('twice is a ResultExpiredError', async () => {
    const handle = await now.completed()
    now.server.next('result', faults.status(410), faults.status(410))
    const error = await failed(handle.download(now.path))
    expect(error).toBeInstanceOf(ResultExpiredError)
    expect(error).toHaveProperty('status', 410)
    expect(error.message).toContain('no longer served (its host answered 410), and the service gave no URL that is')
    expect(await now.files()).toEqual([])
  })

  it('or that was never there is a ProtocolError', async () => {
    const handle = await now.completed()
    const missing = faults.taskWith({ result_url: null, video_url: 'javascript:alert(1)' })
    now.server.next('query', missing, missing)
    await handle.query()
    expect(await failed(handle.download(now.path))).toBeInstanceOf(ProtocolError)
  })
})

it('a file larger than allowed is rejected by its head or by its bytes', async () => {
  const handle = await now.completed()
  const message = 'larger than maxBytes (1000)'
  expect((await failed(handle.download(now.path, { maxBytes: 1000 }))).message).toContain(message)
  now.server.next('result', ({ response }) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(now.server.result)
  })
  expect((await failed(handle.download(now.path, { maxBytes: 1000 }))).message).toContain(message)
  expect(await now.files()).toEqual([])
})

describe('secrets', () => {
  it('the API key does not go to the host of the result, the same host or another', async () => {
    const seen: unknown[] = []
    const origin = await elsewhere((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'video/mp4' }).end('clip')
    })
    const handle = await now.completed()
    await handle.download(now.path)
    now.server.next('query', faults.taskWith({ result_url: `${origin}/clip.mp4` }))
    await handle.query()
    await handle.download(now.path)
    expect(seen).toEqual([undefined])
    expect(now.server.requests.filter(({ route, headers }) => route === 'result' && headers.authorization)).toEqual([])
  })

  it('the credentials in a URL are sent as a header, and neither they nor the signature are in an error', async () => {
    const seen: unknown[] = []
    const origin = await elsewhere((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(500).end()
    })
    const url = `${origin.replace('http://', 'http://us%40er:pa%C3%9Fword@')}/clip.mp4?X-Signature=sesame`
    const handle = await now.completed({ retries: 0 })
    now.server.next('query', faults.taskWith({ result_url: url }))
    await handle.query()
    for (const close of [false, true]) {
      if (close) for (const other of others.splice(0)) await new Promise((done) => other.close(done))
      const error = await failed(handle.download(now.path))
      const shown = `${error.stack}${JSON.stringify(error)}`
      for (const secret of ['pa%C3%9F', 'paßword', 'us%40er', 'sesame', 'pa\u00c3']) expect(shown).not.toContain(secret)
      expect(error.message).toMatch(close ? /no answer from localhost:\d+ \(.*ECONNREFUSED/ : /its host answered 500/)
    }
    expect(seen).toEqual([`Basic ${Buffer.from('us@er:paßword').toString('base64')}`])
  })
})

describe('time', () => {
  const stalled: Fault = ({ response }) => {
    response.writeHead(200, { etag, 'content-type': 'video/mp4', 'content-length': '65536' })
    response.write(now.server.result.subarray(0, 10))
  }

  it('an abort ends the call in the same turn and keeps what is there', async () => {
    const handle = await now.completed()
    now.server.next('result', stalled)
    const controller = new AbortController()
    let error: unknown
    await new Promise<void>((resolve) => {
      void failed(handle.download(now.path, { signal: controller.signal, onBytes: () => resolve() })).then((reason) => {
        error = reason
      })
    })
    await new Promise(setImmediate)
    controller.abort()
    await new Promise(setImmediate)
    expect(error).toMatchObject({ name: 'AbortError', taskId: handle.id })
    await handle.download(now.path)
    expect(await isWhole()).toBe(true)
    expect(now.ranges()).toEqual([undefined, 'bytes=10-'])
  })

  it('the timeout bounds a silent host and a Retry-After, and what was received is kept', async () => {
    for (const fault of [stalled, faults.status(503, {}, { 'retry-after': '9' })]) {
      const handle = await now.completed({ clock: systemClock })
      now.server.next('result', fault)
      const begun = performance.now()
      const error = await failed(handle.download(now.path, { timeout: 200 }))
      expect(error).toMatchObject({ name: 'TaskTimeoutError', taskId: handle.id })
      expect(error.message).toContain(`the download of task ${handle.id} took longer than 200 ms`)
      expect(performance.now() - begun, 'what Retry-After asks for').toBeLessThan(9000)
    }
  })
})

/**
 * What a host can get wrong about a file, one test per lie. A download ends with exactly one version of the file, or
 * with an error that says what was wrong; never with a mixture.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../../src/index.js'
import type { Fault } from '../../src/testing/index.js'
import { unknownBytes } from '../../src/testing/unknown-bytes.js'
import { answer, etag, failed, scene } from './support.js'

const now = scene()
const half = 30_000
const base64 = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest('base64')

/** The rest of the file as an honest host sends it, but for what a test changes. */
function rest(headers: Record<string, string | undefined>, bytes = now.server.result.subarray(half)): Fault {
  const total = now.server.result.length
  const all = { etag, 'content-range': `bytes ${half}-${total - 1}/${total}`, ...headers }
  return answer(206, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)), bytes)
}

/** Downloads after half of the file has come and the connection was cut, when the host answers this to the request for the rest. */
async function resumedWith(...faults: Fault[]): Promise<Buffer> {
  const handle = await now.completed({ retries: 3 })
  now.server.next('result', now.cutAfter(half), ...faults)
  await handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
  return readFile(now.path)
}

describe('a part of another version is never joined to what is there', () => {
  const other = unknownBytes(64 * 1024)
  const cases: Record<string, Record<string, string | undefined>> = {
    'another ETag': { etag: '"two"' },
    'a weak ETag': { etag: 'W/"one"' },
    'no ETag': { etag: undefined },
    'another total': { 'content-range': `bytes ${half}-65535/70000` },
    'an unknown total': { 'content-range': `bytes ${half}-65535/*` },
    'another beginning': { 'content-range': `bytes ${half + 1}-65535/65536` },
    'no range': { 'content-range': undefined },
    'a range that is impossible': { 'content-range': `bytes ${half}-70000/65536` },
    'a length that contradicts its range': { 'content-length': '10' },
    'a content encoding': { 'content-encoding': 'gzip' },
  }
  for (const [lie, headers] of Object.entries(cases)) {
    it(`a 206 with ${lie}`, async () => {
      const bytes = lie === 'a content encoding' ? gzipSync(other.subarray(half)) : other.subarray(half)
      const body = headers['content-length'] ? bytes.subarray(0, 10) : bytes
      expect(now.server.result.equals(await resumedWith(rest(headers, body)))).toBe(true)
      // The file is received from its beginning at once.
      expect(now.ranges()).toEqual([undefined, `bytes=${half}-`, undefined])
    })
  }

  it('a 206 longer than its range, and then a file of another length under the same ETag', async () => {
    const handle = await now.completed({ retries: 2 })
    const shorter = answer(200, { etag, 'content-length': '50000' }, other.subarray(0, 50_000))
    now.server.next(
      'result',
      now.cutAfter(half, { etag, 'content-length': '65536' }),
      rest({ 'content-length': undefined }, other),
      shorter,
      shorter,
      shorter,
      shorter,
    )
    const error = await failed(handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() }))
    expect(error.message).toContain('its host stated 65536 and 50000 bytes for the same ETag')
    expect(await now.files()).toEqual([])
  })

  it('a 206 with another digest than the first part', async () => {
    const handle = await now.completed()
    const first = { etag, 'repr-digest': `sha-256=:${base64('sha256', now.server.result)}:` }
    now.server.next(
      'result',
      now.cutAfter(half, first),
      rest({ 'repr-digest': `sha-256=:${base64('sha256', other)}:` }, other.subarray(half)),
    )
    await handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  })

  it('a file that has changed between two attempts', async () => {
    const changed = unknownBytes(50_000)
    expect(changed.equals(await resumedWith(answer(200, { etag: '"two"', 'content-length': '50000' }, changed)))).toBe(
      true,
    )
  })

  for (const [name, headers] of Object.entries({
    'no ETag': {},
    'a weak ETag': { etag: 'W/"one"' },
    'only a date': { 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' },
  })) {
    it(`a first part with ${name} is not continued`, async () => {
      const handle = await now.completed()
      now.server.next('result', now.cutAfter(half, headers))
      await handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
      expect(now.server.result.equals(await readFile(now.path))).toBe(true)
      expect(now.ranges()).toEqual([undefined, undefined])
    })
  }

  it('If-Range goes with each Range', async () => {
    await resumedWith()
    expect(
      now.server.requests.filter(({ headers }) => headers.range).map(({ headers }) => headers['if-range']),
    ).toEqual([etag])
  })

  it('a 206 without a range in the request', async () => {
    const handle = await now.completed()
    now.server.next('result', rest({ 'content-range': 'bytes 0-29999/65536' }, now.server.result.subarray(0, half)))
    await handle.download(now.path)
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  })

  for (const range of ['bytes 0-99/65536', 'bytes 100-199/200', 'bytes 0-99/*'])
    it(`a 200 that says it is ${range}`, async () => {
      const handle = await now.completed()
      now.server.next('result', answer(200, { etag, 'content-range': range }, now.server.result.subarray(0, 100)))
      await handle.download(now.path)
      expect(now.server.result.equals(await readFile(now.path))).toBe(true)
      expect(now.ranges()).toEqual([undefined, undefined])
    })

  it('but a 200 that says it is all bytes is the file', async () => {
    const handle = await now.completed()
    now.server.next('result', answer(200, { 'content-range': 'bytes 0-65535/65536' }, now.server.result))
    await handle.download(now.path)
    expect(now.ranges()).toEqual([undefined])
  })

  it('a 416 for a file that is shorter than before', async () => {
    const gone = answer(416, { 'content-range': 'bytes */20000' }, Buffer.alloc(0))
    expect(now.server.result.equals(await resumedWith(gone))).toBe(true)
  })
})

describe('the length is exact', () => {
  it('a 206 with more bytes than its range', async () => {
    const bytes = Buffer.concat([now.server.result.subarray(half), randomBytes(1000)])
    expect(now.server.result.equals(await resumedWith(rest({}, bytes)))).toBe(true)
  })

  it('a 206 with fewer bytes than its range is continued', async () => {
    const bytes = now.server.result.subarray(half, half + 500)
    expect(now.server.result.equals(await resumedWith(rest({}, bytes)))).toBe(true)
    expect(now.ranges()).toEqual([undefined, `bytes=${half}-`, `bytes=${half + 500}-`])
  })

  it('a shorter range than was asked for is continued', async () => {
    const range = `bytes ${half}-${half + 499}/65536`
    const bytes = now.server.result.subarray(half, half + 500)
    expect(now.server.result.equals(await resumedWith(rest({ 'content-range': range }, bytes)))).toBe(true)
  })

  it('a body without a length that ends with the connection', async () => {
    const handle = await now.completed()
    const total = now.server.result.length
    const cutShort: Fault = ({ request }) => {
      request.socket.end(`HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\nconnection: close\r\n\r\nonly a part`)
    }
    now.server.next(
      'result',
      cutShort,
      answer(206, { 'content-range': `bytes 0-0/${total}` }, now.server.result.subarray(0, 1)),
    )
    await handle.download(now.path)
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(now.ranges()).toEqual([undefined, 'bytes=0-0', undefined])
  })

  it('a body whose end nothing proves is an error', async () => {
    const handle = await now.completed()
    const open: Fault = ({ request }) => {
      request.socket.end(`HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\nconnection: close\r\n\r\nonly a part`)
    }
    now.server.next('result', open, open)
    const error = await failed(handle.download(now.path))
    expect(error).toBeInstanceOf(ProtocolError)
    expect(error.message).toContain('its host does not say how long it is')
    expect(await now.files()).toEqual([])
  })

  it('a chunked body without a length is whole when its last chunk has come', async () => {
    const handle = await now.completed()
    now.server.next('result', ({ response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      response.write(now.server.result.subarray(0, half))
      response.end(now.server.result.subarray(half))
    })
    await handle.download(now.path)
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(now.ranges()).toEqual([undefined])
  })
})

describe('a digest that the host sends is checked', () => {
  const fields: Record<string, (bytes: Uint8Array) => string> = {
    'repr-digest': (bytes) => `sha-256=:${base64('sha256', bytes)}:`,
    'Repr-Digest': (bytes) => `unixsum=:AAAA:, sha-512=:${base64('sha512', bytes)}:`,
    'content-digest': (bytes) => `sha-512=:${base64('sha512', bytes)}:`,
    'content-md5': (bytes) => base64('md5', bytes),
  }
  for (const [name, field] of Object.entries(fields)) {
    it(`${name}: the file is received again`, async () => {
      const handle = await now.completed()
      const damaged = Buffer.from(now.server.result)
      damaged[1000]! ^= 1
      now.server.next('result', answer(200, { [name]: field(now.server.result), 'content-length': '65536' }, damaged))
      await handle.download(now.path)
      expect(now.server.result.equals(await readFile(now.path))).toBe(true)
      expect(now.server.count('result')).toBe(2)
    })

    it(`${name}: a file that matches is taken`, async () => {
      const handle = await now.completed()
      now.server.next('result', answer(200, { [name]: field(now.server.result) }, now.server.result))
      await handle.download(now.path)
      expect(now.server.count('result')).toBe(1)
    })
  }

  it('and one that never matches is an error that quotes both', async () => {
    const handle = await now.completed({ retries: 1 })
    const wrong = answer(200, { 'content-md5': base64('md5', randomBytes(3)) }, now.server.result)
    now.server.next('result', wrong, wrong, wrong)
    const error = await failed(handle.download(now.path))
    expect(error).toBeInstanceOf(ProtocolError)
    expect(error.message).toContain(`do not match the md5 digest`)
    expect(error.message).toContain(base64('md5', now.server.result))
    expect(now.server.count('result')).toBe(2)
    expect(await now.files()).toEqual([])
  })

  it('over all bytes of a file that came in two parts', async () => {
    const handle = await now.completed()
    const digest = `sha-256=:${base64('sha256', now.server.result)}:`
    const damaged = Buffer.from(now.server.result.subarray(half))
    damaged[7]! ^= 1
    now.server.next('result', now.cutAfter(half, { etag, 'repr-digest': digest }), rest({}, damaged))
    await handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
    expect(now.server.result.equals(await readFile(now.path))).toBe(true)
    expect(now.ranges()).toEqual([undefined, `bytes=${half}-`, undefined])
  })

  it('one that is malformed or of another algorithm says nothing', async () => {
    const handle = await now.completed()
    const headers = {
      'content-md5': 'short',
      'repr-digest': 'sha-256=:AAAA:, adler=:AAAA:',
      'content-digest': 'sha-256=x',
    }
    now.server.next('result', answer(200, headers, now.server.result))
    expect((await handle.download(now.path)).bytes).toBe(now.server.result.length)
  })
})

describe('what is not a file is not a result', () => {
  for (const status of [201, 202, 203, 204, 205]) {
    it(`an answer with ${status}`, async () => {
      const handle = await now.completed()
      now.server.next('result', answer(status, {}, Buffer.alloc(0)))
      const error = await failed(handle.download(now.path))
      expect(error).toBeInstanceOf(ProtocolError)
      expect(error.message).toContain(`its host answered ${status}, which is not a file`)
      expect(await now.files()).toEqual([])
    })
  }

  it('an empty file, with a length and without', async () => {
    const handle = await now.completed()
    now.server.next('result', answer(200, { 'content-length': '0' }, Buffer.alloc(0)))
    expect((await failed(handle.download(now.path))).message).toContain('its host sent an empty file')
    now.server.next('result', ({ response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'transfer-encoding': 'chunked' }).end()
    })
    expect((await failed(handle.download(now.path))).message).toContain('its host sent an empty file')
    expect(await now.files()).toEqual([])
  })

  it('a page that is called a page', async () => {
    const handle = await now.completed()
    now.server.next('result', answer(200, { 'content-type': 'text/html' }, Buffer.from('<html>Log in</html>')))
    expect((await failed(handle.download(now.path))).message).toContain('expected video, got text/html')
    expect(await now.files()).toEqual([])
  })

  for (const [kind, body] of Object.entries({
    HTML: '\ufeff\n<!DOCTYPE html><html><body>Log in</body></html>',
    XML: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
    JSON: '{"error":"no such file"}',
  })) {
    it(`${kind} that is called a video`, async () => {
      const handle = await now.completed()
      now.server.next('result', answer(200, {}, Buffer.from(body)))
      expect((await failed(handle.download(now.path))).message).toContain(`expected media, got ${kind}`)
      expect(await now.files()).toEqual([])
    })
  }

  it('a content encoding that the client cannot undo', async () => {
    const handle = await now.completed()
    now.server.next('result', answer(200, { 'content-encoding': 'secret' }, now.server.result))
    expect((await failed(handle.download(now.path))).message).toContain('with the content encoding secret')
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('nor %s, whose end the platform does not miss', async (coding, encode) => {
    const handle = await now.completed()
    const whole = encode(now.server.result)
    for (const bytes of [whole, whole.subarray(0, whole.length / 2)]) {
      now.server.next('result', answer(200, { 'content-encoding': coding, etag }, bytes))
      expect((await failed(handle.download(now.path))).message).toContain(`with the content encoding ${coding}`)
      expect(await now.files()).toEqual([])
    }
  })
})

describe('what was received before is kept when the host sends something else in place of the rest', () => {
  const answers: Record<string, [fault: () => Fault, message: string]> = {
    'no content': [() => answer(204, {}, Buffer.alloc(0)), 'its host answered 204, which is not a file'],
    'a page': [
      () => answer(200, { 'content-type': 'text/html' }, Buffer.from('Log in')),
      'expected video, got text/html',
    ],
    'an encoding that the client cannot undo': [
      () => answer(200, { 'content-encoding': 'secret' }, Buffer.from('Log in')),
      'with the content encoding secret',
    ],
    'an empty file': [() => answer(200, { 'content-length': '0' }, Buffer.alloc(0)), 'its host sent an empty file'],
    'a file that is too large': [
      () => answer(200, { 'content-length': '5000000000' }, Buffer.alloc(1)),
      'larger than maxBytes',
    ],
  }
  for (const [name, [fault, message]] of Object.entries(answers))
    it(name, async () => {
      const handle = await now.completed()
      now.server.next('result', now.cutAfter(half), fault(), rest({}))
      const download = handle.download(now.path, { onBytes: ({ bytes }) => bytes === half && now.cut() })
      expect((await failed(download)).message).toContain(message)
      await handle.download(now.path)
      expect(now.server.result.equals(await readFile(now.path))).toBe(true)
      expect(now.ranges()).toEqual([undefined, `bytes=${half}-`, `bytes=${half}-`])
    })
})

it('a host that lies each time ends in an error that says how, and leaves nothing', async () => {
  const handle = await now.completed({ retries: 2 })
  const lie = answer(206, { etag, 'content-range': 'bytes 0-9/10' }, now.server.result.subarray(0, 10))
  now.server.next('result', ...Array.from({ length: 9 }, () => lie))
  const error = await failed(handle.download(now.path))
  expect(error).toMatchObject({ name: 'ProtocolError', taskId: handle.id })
  expect(error.message).toContain('its host sent a part that was not asked for')
  expect(now.server.count('result')).toBe(3)
  expect(await now.files()).toEqual([])
})

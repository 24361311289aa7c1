/** Files that a request names by a URL: which hosts are read from, by which requests, and what of their answers counts. */
import dns from 'node:dns/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { privateHost, preflight } from '../src/media/index.js'
import { budgeted, blobSource, type ByteSource } from '../src/media/byte-source.js'
import { mediaFacts } from '../src/media/facts.js'
import { fileSource } from '../src/media/file-source.js'
import { missing, MissingLibrary } from '../src/media/library.js'
import { urlSource } from '../src/media/url-source.js'

const content = Uint8Array.from({ length: 100 }, (_, index) => index)
const bytes = (from: number, to: number): Uint8Array => content.subarray(from, to)

interface Asked {
  url: string
  range: string | null
}

/** A source whose host answers one request after the other, and what was asked of it. */
async function sourceOf(
  answers: (Response | ((asked: Asked) => Response))[],
  options: { url?: string; refusePrivateHosts?: boolean } = {},
): Promise<{ source: ByteSource; asked: Asked[] }> {
  const asked: Asked[] = []
  const source = await urlSource(options.url ?? 'https://192.0.2.1/a', {
    refusePrivateHosts: options.refusePrivateHosts ?? false,
    maxBytes: 1000,
    signal: new AbortController().signal,
    fetch: (url, init) => {
      const request = {
        url: url instanceof Request ? url.url : url.toString(),
        range: new Headers(init?.headers).get('range'),
      }
      asked.push(request)
      expect(init?.redirect).toBe('manual')
      const answer = answers.shift() ?? expect.fail(`nothing more was expected, but ${request.url} was asked for`)
      return Promise.resolve(typeof answer === 'function' ? answer(request) : answer)
    },
  })
  return { source, asked }
}

/** A body in pieces, and whether it was cancelled. */
function pieces(...parts: Uint8Array[]): { body: ReadableStream<Uint8Array>; cancelled: () => boolean } {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
    cancel: () => void (isCancelled = true),
  })
  return { body, cancelled: () => isCancelled }
}

const part = (body: BodyInit | null, range: string, status = 206, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'content-range': range, ...headers } })
const moved = (location: string | null, status = 302, body: BodyInit | null = null): Response =>
  new Response(body, { status, headers: location === null ? {} : { location } })

describe('a host that sends ranges', () => {
  it('is asked for the bytes that are wanted, and tells how many there are', async () => {
    const { source, asked } = await sourceOf([part(bytes(10, 20).slice(), 'bytes 10-19/100')])
    expect(source.size).toBeUndefined()
    expect(await source.read(10, 20)).toEqual(bytes(10, 20))
    expect(source.size).toBe(100)
    expect(asked).toEqual([{ url: 'https://192.0.2.1/a', range: 'bytes=10-19' }])
    await source.close()
  })

  it('and sends more than that is cut short', async () => {
    const { body, cancelled } = pieces(bytes(10, 15), bytes(15, 40), bytes(40, 60))
    const { source } = await sourceOf([part(body, 'bytes 10-99/100')])
    expect(await source.read(10, 20)).toEqual(bytes(10, 20))
    expect(cancelled()).toBe(true)
  })

  it('and sends just that in pieces, or what there is, is read to its end', async () => {
    const { source } = await sourceOf([
      part(pieces(bytes(0, 5), bytes(5, 10)).body, 'bytes 0-9/100'),
      part(pieces(bytes(90, 100)).body, 'bytes 90-99/100'),
    ])
    expect(await source.read(0, 10)).toEqual(bytes(0, 10))
    expect(await source.read(90, 110)).toEqual(bytes(90, 100))
  })

  const first = (headers: Record<string, string> = {}): Response =>
    part(bytes(0, 10).slice(), 'bytes 0-9/100', 206, headers)
  const etag = { etag: '"one"' }

  it.each<[string, string, Response, Response]>([
    ['another length', 'another version', first(), part(bytes(10, 20).slice(), 'bytes 10-19/90')],
    [
      'another ETag',
      'another version',
      first(etag),
      part(bytes(10, 20).slice(), 'bytes 10-19/100', 206, { etag: '"two"' }),
    ],
    ['no ETag any more', 'another version', first(etag), part(bytes(10, 20).slice(), 'bytes 10-19/100')],
    [
      'a part of another length than it says',
      'two lengths',
      first(),
      part(bytes(10, 20).slice(), 'bytes 10-19/100', 206, { 'content-length': '9' }),
    ],
    ['less than it says', 'less than it said', first(), part(bytes(10, 15).slice(), 'bytes 10-19/100')],
    [
      'less than it was asked for',
      'less than it was asked for',
      first(),
      part(bytes(10, 15).slice(), 'bytes 10-14/100'),
    ],
    [
      'an encoded part',
      'content encoding gzip',
      first(),
      part(bytes(10, 20).slice(), 'bytes 10-19/100', 206, { 'content-encoding': 'gzip' }),
    ],
    [
      'the whole file in another version',
      'another version',
      first(etag),
      new Response(content, { headers: { 'content-length': '100', etag: '"two"' } }),
    ],
    [
      'a whole file of another length',
      'another version',
      first(),
      new Response(content, { headers: { 'content-length': '101' } }),
    ],
  ])('and then sends %s is not believed', async (_, message, one, other) => {
    const { source } = await sourceOf([one, other])
    expect(await source.read(0, 10)).toEqual(bytes(0, 10))
    await expect(source.read(10, 20)).rejects.toThrow(message)
  })

  it.each([
    ['another part than it was asked for', 'another part', part(bytes(0, 9).slice(), 'bytes 1-9/100')],
    ['no range', 'another part', new Response('x', { status: 206 })],
    ['an error', 'its host answered 500', new Response('x', { status: 500 })],
    ['a part under another status', 'its host answered 201', part(bytes(0, 9).slice(), 'bytes 0-9/100', 201)],
    ['nothing', 'its host answered 204', new Response(null, { status: 204 })],
  ])('and sends %s is not believed', async (_, message, answer) => {
    const { source } = await sourceOf([answer])
    await expect(source.read(0, 10)).rejects.toThrow(message)
  })

  it('and has no bytes there is at its end', async () => {
    const { source } = await sourceOf([new Response('x', { status: 416 })])
    expect(await source.read(100, 110)).toHaveLength(0)
  })
})

describe('a host that sends the whole file', () => {
  it('is asked once, and read no further than is wanted, where its connection goes on', async () => {
    const { body, cancelled } = pieces(bytes(0, 10), bytes(10, 20), bytes(20, 30), bytes(30, 40), bytes(40, 50))
    const headers = { 'content-length': '100', connection: 'keep-alive' }
    const { source, asked } = await sourceOf([new Response(body, { headers })])
    expect(await source.read(5, 10)).toEqual(bytes(5, 10))
    expect(source.size).toBe(100)
    expect(await source.read(8, 15)).toEqual(bytes(8, 15))
    expect(await source.read(0, 20)).toEqual(bytes(0, 20))
    expect(asked).toHaveLength(1)
    expect(cancelled()).toBe(false)
    await source.close()
    expect(cancelled()).toBe(true)
  })

  it('and may end its connection is read ahead, but not beyond what may be read', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 100
        controller.enqueue(content)
      },
    })
    const { source } = await sourceOf([new Response(endless, { headers: { connection: 'close' } })])
    expect(await source.read(0, 10)).toEqual(bytes(0, 10))
    await sleep(20)
    expect(sent).toBeGreaterThan(900)
    expect(sent).toBeLessThan(1500)
    expect(await source.read(900, 1000)).toEqual(content)
    await expect(source.read(900, 1001)).rejects.toThrow('beyond the first 1000 bytes')
  })

  it('and ends is not waited for, where its chunks say that it ends', async () => {
    const headers = { 'transfer-encoding': 'chunked' }
    const { source } = await sourceOf([new Response(pieces(bytes(0, 10)).body, { headers })])
    expect(await source.read(0, 50)).toEqual(bytes(0, 10))
    expect(source.size).toBeUndefined()
  })

  it.each<[string, string, Record<string, string>]>([
    ['without a word of its length', 'does not say how long it is', {}],
    ['before its end', 'another length than it said', { 'content-length': '100' }],
    ['after its end', 'another length than it said', { 'content-length': '9' }],
    ['encoded', 'content encoding br', { 'content-encoding': 'br', 'content-length': '10' }],
  ])('and ends %s is not believed', async (_, message, headers) => {
    const { source } = await sourceOf([new Response(pieces(bytes(0, 10)).body, { headers })])
    await expect(source.read(0, 50)).rejects.toThrow(message)
  })
})

describe('a redirect', () => {
  it('is followed, relative to where it was, and its body given up', async () => {
    const first = pieces(bytes(0, 1))
    const { source, asked } = await sourceOf([
      moved('/b', 301, first.body),
      moved('http://192.0.2.2/c', 399),
      part(bytes(0, 9).slice(), 'bytes 0-8/9'),
    ])
    expect(await source.read(0, 9)).toEqual(bytes(0, 9))
    expect(asked.map(({ url }) => url)).toEqual(['https://192.0.2.1/a', 'https://192.0.2.1/b', 'http://192.0.2.2/c'])
    expect(first.cancelled()).toBe(true)
  })

  it.each([
    ['with no address', 302, null, 'its host answered 302'],
    ['of no redirect status below', 299, '/b', 'its host answered 299'],
    ['of no redirect status above', 400, '/b', 'its host answered 400'],
    ['to a file of this machine', 302, 'file:///etc/passwd', 'not an HTTP URL'],
    ['to a scheme whose name begins so', 302, 'httpsx:/a', 'not an HTTP URL'],
    ['to a scheme whose name ends so', 302, 'xhttps:/a', 'not an HTTP URL'],
  ])('%s is none', async (_, status, location, message) => {
    const { source } = await sourceOf([moved(location, status)])
    await expect(source.read(0, 9)).rejects.toThrow(message)
  })

  it('is followed four times', async () => {
    const { source, asked } = await sourceOf(Array.from({ length: 9 }, () => moved('/b')))
    await expect(source.read(0, 9)).rejects.toThrow('redirects in a circle')
    expect(asked).toHaveLength(5)
  })

  it('to a private host is rejected where strangers name files, before that host is asked', async () => {
    for (const location of ['http://127.0.0.1/', 'http://[::1]/', 'http://10.0.0.1/', 'http://169.254.169.254/']) {
      const { source, asked } = await sourceOf([moved(location)], { refusePrivateHosts: true })
      await expect(source.read(0, 9)).rejects.toThrow(/its host is (loopback|private|link-local)/)
      expect(asked).toHaveLength(1)
    }
  })
})

describe('a host', () => {
  it.each([
    ['localhost', 'loopback'],
    ['a.localhost', 'loopback'],
    ['localhost.a.local', 'private'],
    ['nas.lan.', 'private'],
    ['nas.home.arpa', 'private'],
    ['[fe80::1]', 'link-local'],
    ['1.1.1.1', undefined],
    // Names under this ending resolve nowhere.
    ['a.local.invalid', undefined],
    ['localhost.invalid', undefined],
    ['.localhost.invalid', undefined],
  ])('%s is %s', async (host, kind) => expect(await privateHost(`https://${host}/`)).toBe(kind))

  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  it.each([
    [['192.0.2.7', '10.0.0.1'], 'private'],
    [['2001:db8::1', 'fe80::1'], 'link-local'],
    [['192.0.2.7', '2001:db8::1'], undefined],
    [[], undefined],
  ])('whose name has the addresses %j is %s', async (addresses, kind) => {
    const lookup = vi.spyOn(dns, 'lookup') as unknown as { mockResolvedValue(found: object[]): void }
    lookup.mockResolvedValue(addresses.map((address) => ({ address })))
    syncBuiltinESMExports()
    expect(await privateHost('https://name.example/')).toBe(kind)
    expect(lookup).toHaveBeenCalledWith('name.example', { all: true })
  })
})

describe('a source', () => {
  it('hands out no more than its budget, and all of that', async () => {
    const source = budgeted(blobSource(new Blob([content])), 20)
    expect(source.size).toBe(100)
    expect(await source.read(10, 20)).toEqual(bytes(10, 20))
    expect(await source.read(90, 100)).toEqual(bytes(90, 100))
    await expect(source.read(0, 1)).rejects.toThrow('beyond the first 20 bytes')
    await expect(source.close()).resolves.toBeUndefined()
  })

  it('on disk is read where it is asked for, and closed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'media-source-'))
    const path = join(folder, 'a')
    await writeFile(path, content)
    const source = await fileSource(path)
    expect(source.size).toBe(100)
    expect(await source.read(10, 20)).toEqual(bytes(10, 20))
    expect(await source.read(95, 110)).toEqual(bytes(95, 100))
    expect(await source.read(110, 120)).toHaveLength(0)
    await source.close()
    await expect(source.read(0, 1)).rejects.toThrow()
    await rm(folder, { recursive: true })
  })
})

describe('the facts of a file', () => {
  const png = (length: number, { width = 3 } = {}): Uint8Array<ArrayBuffer> => {
    const file = new Uint8Array(length)
    file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width])
    file.set([0, 0, 0, 2, 8, 2, 0, 0, 0], 20)
    file.set([0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54], 33)
    return file
  }

  it('leave out what is not told', async () => {
    const { read, close } = blobSource(new Blob([png(60)]))
    expect(await mediaFacts({ size: undefined, read, close })).toStrictEqual({ format: 'png', width: 3, height: 2 })
  })

  it('of a file that is neither image, video nor audio are none', async () => {
    const pdf = blobSource(new Blob(['%PDF-1.7\n%âãÏÓ\n']))
    await expect(mediaFacts(pdf)).rejects.toThrow('it is application/pdf, not an image, video or audio file')
  })

  it('of a video need its length', async () => {
    const head = new Uint8Array([0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0, ...Buffer.from('isommp41')])
    const { read, close } = blobSource(new Blob([head]))
    await expect(mediaFacts({ size: undefined, read, close })).rejects.toThrow('does not tell how long it is')
  })

  it('need a library, whose absence says how to install it', async () => {
    const cause = new Error('Cannot find package')
    const error: unknown = await Promise.reject(cause)
      .catch(missing('x'))
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MissingLibrary)
    expect(error).toMatchObject({ message: expect.stringContaining('npm install x') as string, cause })
  })
})

describe('a preflight', () => {
  it('passes over what is not a reference, and reads the others', async () => {
    const { probes, unread, findings } = await preflight('gamma-1.0-i2v', {
      prompt: 'https://192.0.2.1/a.png',
      first_image: ['assetId://a1', 'data:image/png;base64,AA==', 7, null, './no/assetid:x', 'xhttps://a'],
    })
    expect({ probes, findings }).toEqual({ probes: [], findings: [] })
    expect(unread.map(({ index }) => index)).toEqual([4, 5])
  })
})

import { readContentRange } from '../download/content-range.js'
import { readAhead, type Chunks } from '../policy/read-ahead.js'
import { isEncoded, lengthOf } from '../download/stated.js'
import { strongValidator } from '../download/validator.js'
import { beyond, type ByteSource } from './byte-source.js'
import { privateHost, type Lookup } from './private-host.js'

export interface UrlSourceOptions {
  fetch: typeof fetch
  signal: AbortSignal
  /** Refuse loopback, private and link-local hosts, on redirects too: for a server that probes what strangers name. */
  refusePrivateHosts: boolean
  lookup?: Lookup | undefined
  /** Bytes that may be read of a stream: all that come before the last one that is asked for. */
  maxBytes: number
}

/**
 * A remote file, read with Range requests; from a host without Range as a stream from its beginning. Never sends a key. All
 * that is read belongs to one version: a read rejects where the host states another length or another strong ETag than before,
 * encodes the file, or sends less than it says; also where the end of the file is reached and nothing but the end of the
 * connection says that it is the end.
 */
export async function urlSource(url: string, options: UrlSourceOptions): Promise<ByteSource> {
  const version = new Version()
  let stream: Stream | undefined

  async function read(start: number, end: number): Promise<Uint8Array> {
    if (stream) return stream.read(start, end)
    const range = `bytes=${start}-${end - 1}`
    const response = await get(url, { range, 'accept-encoding': 'identity' }, options)
    try {
      return await bytesOf(response, start, end)
    } catch (error) {
      await response.body?.cancel().catch(() => undefined)
      throw error
    }
  }

  async function bytesOf(response: Response, start: number, end: number): Promise<Uint8Array> {
    const { status, headers, body } = response
    if (status === 206 && body) {
      const range = readContentRange(headers)
      if (range?.first !== start) throw new Error('its host answered with another part than it was asked for')
      const stated = lengthOf(headers)
      const length = range.last + 1 - start
      if (stated !== undefined && stated !== length) throw new Error('its host states two lengths of one part')
      version.expect(headers, range.total)
      const due = Math.min(length, end - start)
      const atEnd = range.total !== undefined && range.last + 1 === range.total
      if (due < end - start && !atEnd) throw new Error('its host answered with less than it was asked for')
      const bytes = await readAtMost(body, due)
      if (bytes.length < due) throw new Error('its host sent less than it said')
      return bytes
    }
    if (status === 200 && body) {
      const length = lengthOf(headers)
      version.expect(headers, length)
      stream = new Stream(readAhead(response, options.maxBytes), options.maxBytes, {
        length,
        framed: headers.has('transfer-encoding'),
      })
      return stream.read(start, end)
    }
    await body?.cancel()
    if (status === 416) return new Uint8Array()
    throw new Error(
      status === 206 ? 'its host answered with another part than it was asked for' : `its host answered ${status}`,
    )
  }

  return {
    get size() {
      return version.total
    },
    read,
    close: async () => {
      await stream?.close()
    },
  }
}

/** Of which version of a file the answers of its host are. */
class Version {
  total: number | undefined
  #validator: string | undefined
  #seen = false

  /** Throws where an answer is of another version than those before it, or where its body is encoded. */
  expect(headers: Headers, total: number | undefined): void {
    if (isEncoded(headers))
      throw new Error(`its host sent it with the content encoding ${headers.get('content-encoding')}`)
    const validator = strongValidator(headers)
    const another = this.#seen && validator !== this.#validator
    if (another || (this.total !== undefined && total !== undefined && total !== this.total))
      throw new Error('its host has another version of it than before')
    this.#seen = true
    this.#validator = validator
    this.total ??= total
  }
}

/** The beginning of a body, as far as it was asked for. */
class Stream {
  readonly #chunks: Chunks
  readonly #maxBytes: number
  readonly #stated: { length: number | undefined; framed: boolean }
  #held = new Uint8Array(64 * 1024)
  #length = 0

  /** `framed`: the body itself says where it ends. */
  constructor(chunks: Chunks, maxBytes: number, stated: { length: number | undefined; framed: boolean }) {
    this.#chunks = chunks
    this.#maxBytes = maxBytes
    this.#stated = stated
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (end > this.#maxBytes) throw beyond(this.#maxBytes)
    while (this.#length < end) {
      const chunk = await this.#chunks.next()
      if (!chunk) {
        this.#expectEnd()
        break
      }
      this.#keep(chunk)
    }
    return this.#held.subarray(start, Math.min(end, this.#length))
  }

  /** Throws where nothing proves that the file ends here. */
  #expectEnd(): void {
    const { length, framed } = this.#stated
    if (length === undefined && !framed) throw new Error('its host does not say how long it is')
    if (length !== undefined && length !== this.#length) throw new Error('its host sent another length than it said')
  }

  close(): Promise<void> {
    return this.#chunks.cancel()
  }

  /** Doubles what there is room for: a host may send a byte at a time. */
  #keep(value: Uint8Array): void {
    const length = this.#length + value.length
    if (length > this.#held.length) {
      const longer = new Uint8Array(Math.max(length, 2 * this.#held.length))
      longer.set(this.#held)
      this.#held = longer
    }
    this.#held.set(value, this.#length)
    this.#length = length
  }
}

/** The first bytes of a body, whose host may send more than it was asked for. */
async function readAtMost(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const reader = body.getReader()
  const bytes = new Uint8Array(maxBytes)
  let length = 0
  while (length < maxBytes) {
    const { value } = await reader.read()
    if (!value) break
    bytes.set(value.subarray(0, maxBytes - length), length)
    length += value.length
  }
  await reader.cancel().catch(() => undefined)
  return bytes.subarray(0, length)
}

async function get(
  url: string,
  headers: Record<string, string>,
  { fetch: send, signal, refusePrivateHosts, lookup }: UrlSourceOptions,
): Promise<Response> {
  let next = url
  for (let hop = 0; hop < 5; hop++) {
    const kind = refusePrivateHosts ? await privateHost(next, lookup) : undefined
    if (kind) throw new Error(`its host is ${kind}`)
    const response = await send(next, { headers, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    next = new URL(location, next).href
    if (!/^https?:$/.test(new URL(next).protocol))
      throw new Error('its host redirects to something that is not an HTTP URL')
  }
  throw new Error('its host redirects in a circle')
}

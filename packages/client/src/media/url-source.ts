import { readContentRange } from '../download/content-range.js'
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

/** A remote file, read with Range requests; from a host without Range as a stream from its beginning. Never sends a key. */
export async function urlSource(url: string, options: UrlSourceOptions): Promise<ByteSource> {
  let size: number | undefined
  let stream: Stream | undefined

  async function read(start: number, end: number): Promise<Uint8Array> {
    if (stream) return stream.read(start, end)
    const response = await get(url, { range: `bytes=${start}-${end - 1}` }, options)
    const { status, headers, body } = response
    if (status === 206) {
      const range = readContentRange(headers)
      if (range?.first === start && body) {
        size = range.total
        return readAtMost(body, end - start)
      }
    }
    if (status === 200 && body) {
      size = Number(headers.get('content-length')) || undefined
      stream = new Stream(body, options.maxBytes)
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
      return size
    },
    read,
    close: async () => {
      await stream?.close()
    },
  }
}

/** The beginning of a body, as far as it was asked for. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #maxBytes: number
  #held = new Uint8Array(64 * 1024)
  #length = 0

  constructor(body: ReadableStream<Uint8Array>, maxBytes: number) {
    this.#reader = body.getReader()
    this.#maxBytes = maxBytes
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (end > this.#maxBytes) throw beyond(this.#maxBytes)
    while (this.#length < end) {
      const { value } = await this.#reader.read()
      if (!value) break
      this.#keep(value)
    }
    return this.#held.subarray(start, Math.min(end, this.#length))
  }

  close(): Promise<void> {
    return this.#reader.cancel().catch(() => undefined)
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

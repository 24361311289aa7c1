import type { ByteSource } from './byte-source.js'
import { privateHost } from './private-host.js'

export interface UrlSourceOptions {
  fetch: typeof fetch
  signal: AbortSignal
  /** Refuse loopback, private and link-local hosts, on redirects too: for a server that probes what strangers name. */
  refusePrivateHosts: boolean
}

/** A remote file, read with Range requests; from a host without Range as a stream from its beginning. Never sends a key. */
export async function urlSource(url: string, options: UrlSourceOptions): Promise<ByteSource> {
  let size: number | undefined
  let stream: { reader: ReadableStreamDefaultReader<Uint8Array>; held: Uint8Array<ArrayBuffer> } | undefined

  async function read(start: number, end: number): Promise<Uint8Array> {
    if (stream) return fromStream(end).then((held) => held.subarray(start, end))
    const response = await get(url, { range: `bytes=${start}-${end - 1}` }, options)
    if (response.status === 206) {
      size = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]) || undefined
      return new Uint8Array(await response.arrayBuffer())
    }
    if (response.status === 416) return new Uint8Array()
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new Error(`its host answered ${response.status}`)
    }
    size = Number(response.headers.get('content-length')) || undefined
    stream = { reader: response.body.getReader(), held: new Uint8Array() }
    return fromStream(end).then((held) => held.subarray(start, end))
  }

  async function fromStream(end: number): Promise<Uint8Array> {
    while (stream && stream.held.length < end) {
      const { value } = await stream.reader.read()
      if (!value) break
      const longer = new Uint8Array(stream.held.length + value.length)
      longer.set(stream.held)
      longer.set(value, stream.held.length)
      stream.held = longer
    }
    return stream?.held ?? new Uint8Array()
  }

  return {
    get size() {
      return size
    },
    read,
    close: async () => {
      await stream?.reader.cancel().catch(() => undefined)
    },
  }
}

async function get(
  url: string,
  headers: Record<string, string>,
  { fetch: send, signal, refusePrivateHosts }: UrlSourceOptions,
): Promise<Response> {
  let next = url
  for (let hop = 0; hop < 5; hop++) {
    const kind = refusePrivateHosts ? await privateHost(next) : undefined
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { ProxyHandler } from './create-proxy.js'
import { eventStream } from './events/event-text.js'
import { requestOf } from './node-request.js'

/** A listener of `http.createServer`, or a handler of Express and Connect, that answers with a proxy. */
export function nodeListener(proxy: ProxyHandler): (request: IncomingMessage, response: ServerResponse) => void {
  return (incoming, outgoing) => {
    void answer(proxy, incoming, outgoing)
  }
}

async function answer(proxy: ProxyHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => {
    left.abort()
  })
  try {
    const request = requestOf(incoming, left.signal)
    const response = request instanceof Response ? request : await proxy(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.headers.get('content-type') !== eventStream) {
      outgoing.end(Buffer.from(await response.arrayBuffer()))
      return
    }
    outgoing.flushHeaders()
    await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing)
  } catch {
    // What failed is not for users to read.
    if (!outgoing.headersSent) outgoing.writeHead(500)
    outgoing.end()
  }
}

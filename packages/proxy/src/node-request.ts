import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { problem } from './problem.js'

/** A request that arrived in Node, at the host that its `Host` names; or the answer to one that cannot be read. */
export function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | Response {
  const { method = 'GET', headers } = incoming
  const url = urlOf(incoming)
  if (url === undefined) return problem(400, 'the target of the request, or its Host, cannot be read')
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
  const body = ['GET', 'HEAD'].includes(method) ? undefined : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(url, {
    method,
    headers: given,
    signal,
    ...(body && { body: body as unknown as BodyInit, duplex: 'half' }),
  })
}

/**
 * The URL of a request. Its host is never that of the target: a page of another site chooses the target, and would make itself a page of
 * this site with `//evil.example/api`.
 */
function urlOf(incoming: IncomingMessage): string | undefined {
  const { url = '/', headers, socket } = incoming
  // Express cuts the path where a handler is mounted.
  const { originalUrl = url } = incoming as { originalUrl?: string }
  const { host = 'localhost' } = headers
  // A client may send a whole URL, as it does to a forward proxy.
  const path = originalUrl.replace(/^https?:\/\/[^/?#\\]*/i, '')
  const whole = `${'encrypted' in socket ? 'https' : 'http'}://${host}${path}`
  return path.startsWith('/') && /^[^/?#\\@\s]+$/.test(host) && URL.canParse(whole) ? whole : undefined
}

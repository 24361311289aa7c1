import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { problem } from './problem.js'

/** A request that arrived in Node, at the host that its `Host` names; or the answer to one that cannot be read. */
export function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | Response {
  const { method = 'GET', headers } = incoming
  const url = urlOf(incoming)
  if (url === undefined) return problem(400, 'the target of the request, or its Host, cannot be read')
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  )
  const body = ['GET', 'HEAD'].includes(method) ? undefined : bodyOf(incoming)
  if (body === lost)
    return problem(
      400,
      'the body was read before it came to the proxy, and nothing was sent; mount the proxy before body parsers, such as express.json()',
    )
  return new Request(url, {
    method,
    headers: given,
    signal,
    ...(body !== undefined && { body, duplex: 'half' }),
  })
}

/** A body that a parser has read, and has not left in a form that says what was sent. */
const lost = Symbol('lost')

/** The body as it arrives, or as a parser before the proxy has left it; undefined where none was sent. */
function bodyOf(incoming: IncomingMessage): BodyInit | typeof lost | undefined {
  if (!incoming.readableDidRead && !incoming.readableEnded) return Readable.toWeb(incoming) as unknown as BodyInit
  const { headers, body } = incoming as IncomingMessage & { body?: unknown }
  if (body instanceof Uint8Array) return body as BodyInit
  // Of a file or a form, text and objects are not what was sent.
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    if (typeof body === 'string') return body
    if (typeof body === 'object' && body !== null) return JSON.stringify(body)
  }
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  return isEmpty ? undefined : lost
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

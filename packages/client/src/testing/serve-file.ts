import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Serves bytes with Range, ETag and If-Range, as a host of result files does. */
export function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): void {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const headers = { 'content-type': contentType, 'accept-ranges': 'bytes', etag }
  const condition = request.headers['if-range']
  const range = /^bytes=(\d+)-$/.exec(
    condition === undefined || condition === etag ? (request.headers.range ?? '') : '',
  )
  const start = Number(range?.[1] ?? 0)
  if (start > 0 && start >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    return
  }
  const rest = bytes.subarray(start)
  const partial = range ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}
  response.writeHead(range ? 206 : 200, { ...headers, ...partial, 'content-length': String(rest.length) }).end(rest)
}

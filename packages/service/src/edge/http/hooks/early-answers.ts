import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../base/clock.js'

/** What is read and thrown away of a body after its request was answered: twice the largest that any route takes. */
export const maxDrainedBytes = 128 * 1024 * 1024
/** How long that may take, in milliseconds: as long as a JSON body. */
export const drainTimeout = 30_000

/**
 * Lets a client read the answer to a request whose body is still on its way (401, 404, 413). Many clients read nothing
 * before they have sent everything, and closing a connection on which more arrives resets it, which takes the answer
 * along: nginx and Caddy make a 502 of that. So the body is read and thrown away. What is beyond the bound is left
 * unread, which holds its sender up, and the connection is closed when the time is over.
 */
export function drainEarlyAnswers(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.raw.headersSent) drainRest(request.raw, clock)
    done()
  })
}

/** Drains what is still to come of a request that is answered now. */
export function drainRest(request: IncomingMessage, clock: Clock): void {
  if (hasBodyToCome(request)) drain(request, clock)
}

function hasBodyToCome(request: IncomingMessage): boolean {
  const { headers } = request
  // A request that a native API makes of the service's own has arrived whole, and has no connection.
  if (!(request.socket instanceof Socket)) return false
  const declared = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return declared && !request.complete
}

function drain(request: IncomingMessage, clock: Clock): void {
  const { socket } = request
  let bytes = 0
  let closing = false
  // Node calls this once an answer with `Connection: close` is written, to close its connection.
  const own: { destroySoon?: () => void } = socket
  own.destroySoon = () => {
    closing = true
    socket.end()
  }
  const over = new AbortController()
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDrainedBytes) request.pause()
  })
  // The reader of the first part of the body may have left it paused, or on its way to where it is no longer read.
  request.unpipe().resume()
  for (const event of ['end', 'close', 'error'])
    request.once(event, () => {
      over.abort()
    })
  void clock.delay(drainTimeout, over.signal).then(() => {
    delete own.destroySoon
    if (!request.complete) socket.destroy()
    else if (closing) socket.destroySoon()
  })
}

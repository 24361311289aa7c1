import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.js'

/** What is read and thrown away of a body after its request was answered: enough that an honest client reads the answer. */
const maxDrainedBytes = 1024 * 1024
/** How long that may take, in milliseconds. */
const drainTimeout = 5000

/**
 * Bounds what arrives after an answer. A request that is answered before its body has arrived (401, 404, 413) is drained
 * for a moment; then its connection is closed, since nothing bounds what would go on to arrive.
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
  let bytes = 0
  const over = new AbortController()
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxDrainedBytes) request.socket.destroy()
  })
  for (const event of ['end', 'close', 'error'])
    request.once(event, () => {
      over.abort()
    })
  void clock.delay(drainTimeout, over.signal).then(() => {
    if (!request.complete) request.socket.destroy()
  })
}

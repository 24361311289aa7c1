import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.js'

/** Rejects a request with more than one Host header (RFC 9112, section 3.2): whoever forwarded it may have read another one. */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(hasSeveralHosts(request.raw) ? severalHosts() : undefined)
  })
}

/** Whether a request has more than one Host header. Node keeps the first and says nothing. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

function severalHosts(): Problem {
  return new Problem('bad-request', 'the request has more than one Host header; send one', {
    headers: { connection: 'close' },
  })
}

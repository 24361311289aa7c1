import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../context.js'
import { Problem } from '../problem.js'

/** How long a database may take to show that it is there, in milliseconds. */
const probeTimeout = 2000

/**
 * GET /healthz: the process answers. GET /readyz: it wants requests, which begins once tasks are run. That ends, with 503,
 * when the service has been told to stop, some time before it stops accepting them; and while its database cannot be used.
 */
export function healthRoutes(app: FastifyInstance, { stage, accounts, clock }: HttpContext): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const now = stage()
    if (now !== 'serving') throw notReady(now === 'starting' ? 'the service is starting' : 'the service is stopping')
    const over = new AbortController()
    const found = await Promise.race([
      accounts.findAccount('local').then(
        () => true,
        () => false,
      ),
      clock.delay(probeTimeout, over.signal).then(() => false),
    ])
    over.abort()
    if (!found) throw notReady('the database cannot be used')
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

function notReady(detail: string): Problem {
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' } })
}

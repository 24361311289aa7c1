import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../context.js'
import { Problem } from '../../../admit/problem.js'

/**
 * GET /healthz: the process answers. GET /readyz: it wants requests, which begins once tasks are run. That ends, with 503,
 * when the service has been told to stop, some time before it stops accepting them; and while its database cannot be used,
 * or takes no writes.
 */
export function healthRoutes(app: FastifyInstance, { stage, readiness }: HttpContext): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const now = stage()
    if (now !== 'serving') throw notReady(now === 'starting' ? 'the service is starting' : 'the service is stopping')
    const reason = await readiness.reason()
    if (reason !== undefined) throw notReady(reason)
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

function notReady(detail: string): Problem {
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' } })
}

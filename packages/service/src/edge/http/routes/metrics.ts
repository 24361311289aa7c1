import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../context.js'
import { Problem } from '../../../admit/problem.js'

/**
 * GET /metrics at the port of the API, for Prometheus, with the key of the metrics. Without one they are answered at a port of
 * their own alone: where a request comes from is nothing that a header or an address could tell behind a proxy on this machine.
 */
export function metricsRoute(app: FastifyInstance, { metrics, metricsKey }: HttpContext): void {
  app.get('/metrics', async (request, reply) => {
    if (metricsKey === undefined) throw closed()
    if (!holdsKey(request.headers, metricsKey)) throw keyRefused()
    const opened = await metrics()
    return reply
      .header('cache-control', 'no-store')
      .type(opened.contentType)
      .send(await opened.scrape())
  })
}

/** Whether a request carries a key that is configured and not in the database. Takes the same time for every wrong one. */
export function holdsKey({ authorization }: IncomingHttpHeaders, key: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(key))
}

function keyRefused(): Problem {
  return new Problem('key-refused', 'send the key of MODEL_TASKS_METRICS_KEY as Authorization: Bearer <key>', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function closed(): Problem {
  return new Problem(
    'key-missing',
    'metrics are never open at this port; set MODEL_TASKS_METRICS_KEY and send it as Authorization: Bearer <key>, or set MODEL_TASKS_METRICS_PORT and ask there',
    { headers: { 'www-authenticate': 'Bearer' } },
  )
}

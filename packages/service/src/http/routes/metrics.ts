import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpContext } from '../context.js'
import { Problem } from '../problem.js'

/** Headers that a proxy adds: then whoever asks may be anywhere. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']
const loopbackAddress = /^(?:::ffff:)?127\.|^::1$/
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/**
 * GET /metrics, for Prometheus. With a key of its own, whoever sends it. Without one, only programs on this machine, and
 * only where nothing says that a proxy is in front: that one would be on this machine too.
 */
export function metricsRoute(app: FastifyInstance, { metrics, metricsKey, publicUrl }: HttpContext): void {
  app.get('/metrics', async (request, reply) => {
    if (metricsKey === undefined) {
      if (publicUrl !== undefined || !isLocal(request)) throw closed()
    } else if (!holdsKey(request.headers, metricsKey)) {
      throw new Problem('key-refused', 'send the key of MODEL_TASKS_METRICS_KEY as Authorization: Bearer <key>', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
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

function isLocal({ raw, headers }: FastifyRequest): boolean {
  return (
    loopbackAddress.test(raw.socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    !forwarding.some((name) => headers[name] !== undefined)
  )
}

function closed(): Problem {
  return new Problem(
    'key-missing',
    'metrics are answered without a key only to programs on this machine; set MODEL_TASKS_METRICS_KEY and send it as Authorization: Bearer <key>',
    { headers: { 'www-authenticate': 'Bearer' } },
  )
}

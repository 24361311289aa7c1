import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracedSpan } from '../../../run/telemetry/tracing.js'
import type { HttpContext } from '../context.js'

declare module 'fastify' {
  interface FastifyRequest {
    span: TracedSpan | null
  }
}

/** What an address counts as that leads to no route, or to a file of the site. */
const unmatched = 'unmatched'

/** Gives each answer its request's ID, counts it, and traces it where that is configured. */
export function observeRequests(
  app: FastifyInstance,
  { requests, tracing, log }: Pick<HttpContext, 'requests' | 'tracing' | 'log'>,
): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if (tracing !== undefined) {
      request.span = tracing.begin({
        name: `${request.method} ${routeOf(request)}`,
        kind: 'server',
        parent: single(request.headers['traceparent']),
        attributes: {
          'http.request.method': request.method,
          'http.route': routeOf(request),
          'model_tasks.request_id': request.id,
        },
      })
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, span } = request
    const route = routeOf(request)
    const { statusCode: status, elapsedTime: ms } = reply
    span?.end({ 'http.response.status_code': status }, status >= 500)
    noteAnswered({ id: request.id, method, route, status, ms }, { requests, log })
    done()
  })
}

/** Counts an answered request, and notes it in the log. `route`: its pattern; `ms`: how long it took. */
export function noteAnswered(
  { id, method, route, status, ms }: { id: string; method: string; route: string; status: number; ms: number },
  { requests, log }: Pick<HttpContext, 'requests' | 'log'>,
): void {
  requests.record(method, route, status, ms)
  log.debug('request', { requestId: id, method, route, status, ms: Math.round(ms * 10) / 10 })
}

function routeOf({ is404, routeOptions }: FastifyRequest): string {
  return is404 ? unmatched : (routeOptions.url ?? unmatched)
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

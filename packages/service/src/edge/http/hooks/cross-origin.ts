import type { FastifyInstance } from 'fastify'

/**
 * Lets pages of other origins (a docs playground elsewhere) call the API with a key of their own. No cookies exist, so
 * any origin may.
 */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin === undefined) {
      done()
      return
    }
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') {
      reply.header(
        'access-control-expose-headers',
        'Retry-After, Content-Range, Accept-Ranges, ETag, X-Request-Id, Preference-Applied',
      )
      done()
      return
    }
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, Range, X-Request-Id, Traceparent, Callback-Url, Prefer, Last-Event-ID',
        'access-control-max-age': '600',
      })
      .send()
  })
}

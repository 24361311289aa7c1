import type { FastifyInstance } from 'fastify'
import { Problem } from '../../admit/problem.js'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Notes each route that is registered from now on, in any scope; the answer gives every other method on these paths a 405. */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const offered = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    const known = offered.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) known.add(method)
    offered.set(route.url, known)
  })
  return () => {
    for (const [url, known] of [...offered]) {
      const allowed = methods.filter((method) => known.has(method)).join(', ')
      const others = methods.filter((method) => !known.has(method))
      app.route({
        method: others,
        url,
        onRequest: async (request) => {
          throw new Problem('method-not-allowed', `${request.method} is not offered here; use ${allowed}`, {
            headers: { allow: allowed },
          })
        },
        handler: async () => undefined,
      })
    }
  }
}

import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.js'

/** While the service stops, nothing new is taken, running requests and queries are answered, and connections are let go. */
export function refuseWhileDraining(app: FastifyInstance, draining: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!draining()) {
      done()
      return
    }
    reply.header('connection', 'close')
    if (request.method === 'POST') {
      done(
        new Problem('draining', 'the service is stopping and takes nothing new; try again in 5 s', {
          headers: { 'retry-after': '5' },
        }),
      )
    } else {
      done()
    }
  })
}

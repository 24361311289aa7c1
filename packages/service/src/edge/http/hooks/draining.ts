import type { FastifyInstance } from 'fastify'
import type { Stage } from '../context.js'
import { Problem } from '../../../admit/problem.js'

/** Once the service has been told to stop, each answer closes its connection, so that the next request goes elsewhere. */
export function closeConnectionsWhenLeaving(app: FastifyInstance, stage: () => Stage): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isLeaving(stage())) reply.header('connection', 'close')
    done()
  })
}

function isLeaving(stage: Stage): boolean {
  return stage === 'leaving' || stage === 'draining'
}

/** While the service stops, nothing new is accepted; running requests and queries are answered. */
export function rejectWhileDraining(app: FastifyInstance, stage: () => Stage): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (stage() !== 'draining' || request.method !== 'POST') done()
    else
      done(
        new Problem('draining', 'the service is stopping and accepts nothing new; try again in 5 s', {
          headers: { 'retry-after': '5' },
        }),
      )
  })
}

import type { FastifyInstance } from 'fastify'
import type { DoorContext } from '../context.js'

/** GET /models, an extension: the models of the catalogue and whether this account may invoke them. */
export function modelsRoute(app: FastifyInstance, context: DoorContext): void {
  app.get('/models', async () => ({
    object: 'list',
    data: context.models.all().map(({ id, kind, available, reason, reference }) => ({
      id,
      object: 'model',
      kind,
      available,
      reason,
      reference,
    })),
  }))
}

import type { FastifyInstance } from 'fastify'
import { priceOf } from '../../../domain/money/price.js'
import { directoryPrice } from '../../../domain/money/price-resource.js'
import type { HttpContext } from '../context.js'

/** GET /directory, an extension: what each model can do and costs, in the form that model directories read. */
export function directoryRoute(app: FastifyInstance, context: HttpContext): void {
  app.get('/directory', async () => {
    const now = context.clock.now()
    const { default: directory } = await import('@model-tasks/documents/directory.json', { with: { type: 'json' } })
    return {
      object: 'list',
      data: directory.data.flatMap(({ reason: _, ...entry }) => {
        const model = context.models.find(entry.id)
        if (model === undefined) return []
        return [
          {
            ...entry,
            available: model.available,
            ...(model.reason === undefined ? {} : { reason: model.reason }),
            ...directoryPrice(priceOf(model.priced, context.prices, now)),
          },
        ]
      }),
    }
  })
}

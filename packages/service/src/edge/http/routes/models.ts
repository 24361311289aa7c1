import type { FastifyInstance } from 'fastify'
import { priceOf } from '../../../domain/money/price.js'
import { priceResource } from '../../../domain/money/price-resource.js'
import type { HttpContext } from '../context.js'

/** GET /models, an extension: the models of the catalogue, whether this account may invoke them, and what they cost. */
export function modelsRoute(app: FastifyInstance, context: HttpContext): void {
  app.get('/models', async () => {
    const now = context.clock.now()
    return {
      object: 'list',
      data: context.models.all().map(({ id, kind, available, reason, reference, priced }) => {
        const upcoming =
          context.prices
            .get(id)
            ?.filter(({ from }) => from > now)
            .map(priceResource) ?? []
        return {
          id,
          object: 'model',
          kind,
          available,
          reason,
          reference,
          price: priceResource(priceOf(priced, context.prices, now)),
          ...(upcoming.length === 0 ? {} : { upcoming_prices: upcoming }),
        }
      }),
    }
  })
}

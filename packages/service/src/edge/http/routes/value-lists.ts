import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../admit/problem.js'
import type { HttpContext } from '../context.js'
import { single, type Query } from '../page-query.js'

/** How long a request waits for a list that was never read, in milliseconds. */
const longestReading = 5000

/**
 * GET /value-lists, an extension: ?model= answers the lists that upstreams add to, for the parameters of that model, as they were
 * read last. A list of which nothing is known is left out: any value may be sent there.
 */
export function valueListsRoute(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Querystring: Query }>('/value-lists', async (request, reply) => {
    const id = single(request.query, 'model')
    if (id === undefined) throw new Problem('bad-request', 'model is missing; name a Model ID, as in ?model=…')
    const model = context.models.find(id)
    if (model === undefined) throw new Problem('bad-request', 'model must be a Model ID; GET /models lists them')
    const waited = new AbortController()
    const time = context.clock.delay(longestReading, waited.signal).then(() => {
      waited.abort()
    })
    const lists = await context.valueLists.valueLists({ model: id, kind: model.kind }, waited.signal)
    waited.abort()
    await time
    return reply.header('cache-control', 'no-store').send({
      object: 'list',
      model: id,
      data: lists.map(({ path, name, values, readAt }) => ({
        object: 'value_list',
        path,
        name,
        values,
        read: Math.floor(readAt / 1000),
      })),
    })
  })
}

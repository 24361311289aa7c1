import type { FastifyInstance } from 'fastify'
import type { JsonValue } from '../../../base/json.js'
import { creditsOf } from '../../../domain/money/credits.js'
import { quoteResource } from '../../../domain/money/price-resource.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import { fallbacksResource } from '../../../admit/fallbacks.js'
import { readSubmission } from '../../../admit/submission.js'
import { largestSubmission } from './submit.js'

/**
 * POST /quote, an extension: what a submit of the same body would hold, and cost once completed. It makes no task and
 * holds nothing. The files that the request names are not read.
 */
export function quoteRoute(app: FastifyInstance, context: HttpContext): void {
  app.post<{ Body: JsonValue | undefined }>('/quote', { bodyLimit: largestSubmission }, async (request, reply) => {
    const { account } = callerOf(request)
    const { model, quote, fallbacks, held, advice } = await readSubmission(request.body, account.id, context, 'skip')
    const now = await context.accounts.findAccount(account.id)
    return reply.header('cache-control', 'no-store').send({
      object: 'quote',
      model: model.id,
      ...quoteResource(quote),
      ...fallbacksResource(fallbacks, held),
      ...(now === undefined || now.unlimited ? {} : { available: creditsOf(now.credits) }),
      findings: advice,
    })
  })
}

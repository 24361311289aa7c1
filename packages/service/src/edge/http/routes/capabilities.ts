import type { FastifyInstance } from 'fastify'
import { declaredAccountId } from '../../../admit/accounts/declared-id.js'
import type { CallerCache } from '../../../admit/callers.js'
import type { HttpContext } from '../context.js'
import { longestWait } from './query.js'

/** Ids of what this service always adds to the interface. */
const always = [
  'capabilities',
  'models',
  'directory',
  'list',
  'cancel',
  'idempotency',
  'problems',
  'results',
  'result-urls',
  'retry-after',
  'polling',
  'wait',
  'events',
  'credits',
  'account',
  'prices',
  'quote',
  'progress',
  'queue-position',
] as const

/**
 * GET /capabilities, an extension: how a client learns, without a key, what it may count on beyond the interface. Where a valid key is
 * given, the answer names its account by an ID that does not change; a key that is not accepted is answered like none.
 */
export function capabilitiesRoute(app: FastifyInstance, context: HttpContext, callers: CallerCache): void {
  const extensions: string[] = [...always]
  if (context.assets !== undefined) extensions.push('assets')
  if (context.webhooks) extensions.push('webhooks')
  if (context.callbacks !== undefined) extensions.push('callbacks')
  if (context.siteDirectory !== undefined) extensions.push('docs')
  app.get('/capabilities', async ({ headers: { authorization } }, reply) => {
    const caller =
      authorization === undefined
        ? undefined
        : (callers.knownBy(authorization) ?? (await callers.findBy(authorization).catch(() => undefined)))
    const lost = await context.restored.lostKeys()
    return reply.header('vary', 'Authorization').send({
      object: 'capabilities',
      version: context.version,
      // A reload may add the first of them, or take the last away.
      extensions: [
        ...extensions,
        ...(context.fallbacks.size > 0 ? ['fallbacks'] : []),
        ...(context.valueLists.hasValueLists ? ['value-lists'] : []),
      ],
      idempotency: {
        header: 'Idempotency-Key',
        keptSeconds: context.keysKeptSeconds,
        keptSince: lost === undefined ? undefined : new Date(lost).toISOString(),
        lookup: true,
      },
      polling: { minimumSeconds: 0.25 },
      wait: { maximumSeconds: longestWait },
      account: caller && declaredAccountId(caller.account.id, context.installation),
    })
  })
}

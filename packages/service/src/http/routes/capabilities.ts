import type { FastifyInstance } from 'fastify'
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
  'retry-after',
  'polling',
  'wait',
  'credits',
  'prices',
  'quote',
  'progress',
] as const

/** GET /capabilities, an extension: how a client learns, without a key, what it may count on beyond the interface. */
export function capabilitiesRoute(app: FastifyInstance, context: HttpContext): void {
  const extensions: string[] = [...always]
  if (context.assets !== undefined) extensions.push('assets')
  if (context.webhooks) extensions.push('webhooks')
  if (context.callbacks !== undefined) extensions.push('callbacks')
  if (context.siteDirectory !== undefined) extensions.push('docs')
  app.get('/capabilities', async () => ({
    object: 'capabilities',
    version: context.version,
    extensions,
    idempotency: { header: 'Idempotency-Key' },
    polling: { minimumSeconds: 0.25 },
    wait: { maximumSeconds: longestWait },
  }))
}

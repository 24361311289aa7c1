import type { FastifyInstance } from 'fastify'
import type { DoorContext } from '../context.js'

/** Ids of what this service adds to the interface. */
const extensions = [
  'capabilities', 'models', 'list', 'cancel', 'assets', 'idempotency', 'problems', 'results', 'retry-after', 'polling', 'credits', 'progress',
] as const

/** GET /capabilities, an extension: how a client learns, without a key, what it may count on beyond the interface. */
export function capabilitiesRoute(app: FastifyInstance, context: DoorContext): void {
  app.get('/capabilities', async () => ({
    object: 'capabilities',
    version: context.version,
    extensions: context.siteDirectory === undefined ? extensions : [...extensions, 'docs'],
    idempotency: { header: 'Idempotency-Key' },
    polling: { minimumSeconds: 0.25 },
  }))
}

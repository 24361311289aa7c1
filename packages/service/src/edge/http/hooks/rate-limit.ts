import type { FastifyInstance } from 'fastify'
import type { RateLimiter } from '../../../admit/rate-limiter.js'
import { callerOf } from './authentication.js'

/** Answers requests that are too many for their key. */
export function limitRate(app: FastifyInstance, limiter: RateLimiter): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(limiter.count(callerOf(request)))
  })
}

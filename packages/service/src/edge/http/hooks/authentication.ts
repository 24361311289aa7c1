import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../../../base/clock.js'
import type { KeyScope } from '../../../keep/store/key-store.js'
import { refusalOf, type Caller, type CallerCache } from '../../../admit/callers.js'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Lets only requests with a valid key through, before their body is read (interface: Authentication). */
export function requireKey(app: FastifyInstance, callers: CallerCache, clock: Clock): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const admit = (caller: Caller): void => {
      request.caller = caller
      done(refusalOf(caller, scopeOf(request), clock.now()))
    }
    const { authorization } = request.headers
    const known = callers.knownBy(authorization)
    if (known === null) callers.findBy(authorization).then(admit, done)
    else admit(known)
  })
}

/** By the route and not by the address, in whose query a caller may write anything. */
function scopeOf({ method, routeOptions }: FastifyRequest): KeyScope {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return /\/assets(?:\/:id)?$/.test(routeOptions.url ?? '') ? 'assets' : 'submit'
}

/** The caller of a request that passed `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('this route does not ask for a key')
  return request.caller
}

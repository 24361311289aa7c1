import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashApiKey } from '../../accounts/api-key.js'
import type { Clock } from '../../clock.js'
import type { Account } from '../../store/account-store.js'
import type { ApiKey, KeyScope, KeyStore } from '../../store/key-store.js'
import { Problem } from '../problem.js'

/** Who sent a request. */
export interface Caller {
  account: Account
  key: ApiKey
  keyHash: string
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** A revoked key, and one of a disabled account, is refused at the latest after this many milliseconds. */
const remembered = 1000
const mostRemembered = 10_000

/** Lets only requests with a valid key through, before their body is read (interface: Authentication). */
export function requireKey(app: FastifyInstance, callers: CallerCache, clock: Clock): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const key = bearerKey(request.headers.authorization)
    if (key === undefined) {
      done(
        new Problem('key-missing', 'send your key in the header Authorization: Bearer <API_KEY>', {
          headers: { 'www-authenticate': 'Bearer' },
        }),
      )
      return
    }
    const keyHash = hashApiKey(key)
    const admit = (caller: Caller): void => {
      request.caller = caller
      done(refusalOf(caller, scopeOf(request), clock.now()))
    }
    const known = callers.known(keyHash)
    if (known === null) callers.find(keyHash).then(admit, done)
    else admit(known)
  })
}

/** By the route and not by the address, in whose query a caller may write anything. */
function scopeOf({ method, routeOptions }: FastifyRequest): KeyScope {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return /\/assets(?:\/:id)?$/.test(routeOptions.url ?? '') ? 'assets' : 'submit'
}

/** Why a caller whose key is known may not do this. */
function refusalOf({ account, key }: Caller, scope: KeyScope, now: number): Problem | undefined {
  if (key.expires !== undefined && now >= key.expires)
    return new Problem(
      'key-refused',
      `the API key expired at ${new Date(key.expires).toISOString()}; use another one`,
      {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      },
    )
  if (account.disabled)
    return new Problem('account-disabled', 'this account is disabled; ask the operator of the service')
  if (key.scopes?.includes(scope) === false)
    return new Problem('scope-missing', `this key may be used for ${key.scopes.join(', ')}, and not for ${scope}`)
  return undefined
}

/** The caller of a request that passed `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('this route does not ask for a key')
  return request.caller
}

function bearerKey(header: string | undefined): string | undefined {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1]
}

/**
 * Callers by the hash of their key. Looking up a hash needs no comparison in constant time: what timing could tell
 * about a SHA-256 hash says nothing about the key.
 */
export class CallerCache {
  readonly #keys: KeyStore
  readonly #clock: Clock

  readonly #callers = new Map<string, { caller: Caller; until: number }>()

  constructor(keys: KeyStore, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  /** The caller, when it was found a moment ago. */
  known(keyHash: string): Caller | null {
    const found = this.#callers.get(keyHash)
    return found !== undefined && found.until > this.#clock.now() ? found.caller : null
  }

  /** Looks the caller up. Rejects when the key is unknown or revoked. */
  async find(keyHash: string): Promise<Caller> {
    const asked = this.#clock.now()
    const found = await this.#keys.findKey(keyHash)
    if (found === undefined) {
      this.#callers.delete(keyHash)
      throw new Problem('key-refused', 'Invalid or revoked API key', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
    }
    const caller = { ...found, keyHash }
    if (this.#callers.size >= mostRemembered) this.#callers.clear()
    this.#callers.set(keyHash, { caller, until: asked + remembered })
    return caller
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashApiKey } from '../../accounts/api-key.js'
import type { Clock } from '../../clock.js'
import type { Account, AccountStore } from '../../store/account-store.js'
import { Problem } from '../problem.js'

/** Who sent a request. */
export interface Caller {
  account: Account
  keyHash: string
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** A revoked key is refused at the latest after this many milliseconds. */
const remembered = 1000
const mostRemembered = 10_000

/** Lets only requests with a valid key through, before their body is read (interface: Authentication). */
export function requireKey(app: FastifyInstance, accounts: AccountStore, clock: Clock): void {
  const callers = new CallerCache(accounts, clock)
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
    request.caller = callers.known(keyHash)
    if (request.caller !== null) {
      done()
      return
    }
    callers.find(keyHash).then((caller) => {
      request.caller = caller
      done()
    }, done)
  })
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
class CallerCache {
  readonly #accounts: AccountStore
  readonly #clock: Clock

  readonly #callers = new Map<string, { caller: Caller; until: number }>()

  constructor(accounts: AccountStore, clock: Clock) {
    this.#accounts = accounts
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
    const account = await this.#accounts.findKey(keyHash)
    if (account === undefined) {
      this.#callers.delete(keyHash)
      throw new Problem('key-refused', 'Invalid or revoked API key', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
    }
    const caller = { account, keyHash }
    if (this.#callers.size >= mostRemembered) this.#callers.clear()
    this.#callers.set(keyHash, { caller, until: asked + remembered })
    return caller
  }
}

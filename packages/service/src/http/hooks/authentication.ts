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
  app.addHook('onRequest', async (request) => {
    request.caller = await callers.of(bearerKey(request.headers.authorization))
  })
}

/** The caller of a request that passed `requireKey`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('this route does not ask for a key')
  return request.caller
}

function bearerKey(header: string | undefined): string {
  const key = /^bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1]
  if (key !== undefined) return key
  throw new Problem('key-missing', 'send your key in the header Authorization: Bearer <API_KEY>', { headers: { 'www-authenticate': 'Bearer' } })
}

/**
 * Callers by the hash of their key. Looking up a hash needs no comparison in constant time: what timing could tell
 * about a SHA-256 hash says nothing about the key.
 */
class CallerCache {
  private readonly known = new Map<string, { caller: Caller, until: number }>()

  constructor(private readonly accounts: AccountStore, private readonly clock: Clock) {}

  async of(key: string): Promise<Caller> {
    const keyHash = hashApiKey(key)
    const now = this.clock.now()
    const found = this.known.get(keyHash)
    if (found !== undefined && found.until > now) return found.caller
    this.known.delete(keyHash)
    const account = await this.accounts.findKey(keyHash)
    if (account === undefined) {
      throw new Problem('key-refused', 'the key is unknown or revoked; check that it was copied whole', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    }
    const caller = { account, keyHash }
    if (this.known.size >= mostRemembered) this.known.clear()
    this.known.set(keyHash, { caller, until: now + remembered })
    return caller
  }
}

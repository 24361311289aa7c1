import { hashApiKey } from './accounts/api-key.js'
import type { Clock } from '../base/clock.js'
import { setWithin } from '../base/set-within.js'
import type { Account } from '../keep/store/account-store.js'
import type { ApiKey, KeyScope, KeyStore } from '../keep/store/key-store.js'
import { Problem } from './problem.js'

/** Who sent a request. */
export interface Caller {
  account: Account
  key: ApiKey
  keyHash: string
}

/**
 * How long a caller is remembered, in milliseconds. Where another process revokes a key or disables its account, this one
 * notices it at the latest after that; what this process changes itself, it forgets at once.
 */
const remembered = 1000

/**
 * Callers by the hash of their key. Looking up a hash needs no comparison in constant time: what timing could tell
 * about a SHA-256 hash says nothing about the key.
 */
export class CallerCache {
  readonly #keys: KeyStore
  readonly #clock: Clock
  readonly #callers = new Map<string, { caller: Caller; until: number }>()
  /** Headers that were sent with a valid key -> the hash of the key. */
  readonly #hashes = new Map<string, string>()
  #changes = 0

  constructor(keys: KeyStore, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  /** The caller, when it was found a moment ago. */
  known(keyHash: string): Caller | null {
    const found = this.#callers.get(keyHash)
    return found !== undefined && found.until > this.#clock.elapsed() ? found.caller : null
  }

  /** The caller of this header, when it was found a moment ago. */
  knownBy(authorization: string | undefined): Caller | null {
    const keyHash = authorization === undefined ? undefined : this.#hashes.get(authorization)
    return keyHash === undefined ? null : this.known(keyHash)
  }

  /** Looks the caller up. Rejects when the key is unknown or revoked. */
  async find(keyHash: string): Promise<Caller> {
    const [asked, changes] = [this.#clock.elapsed(), this.#changes]
    const found = await this.#keys.findKey(keyHash)
    if (found === undefined) {
      this.#callers.delete(keyHash)
      throw new Problem('key-refused', 'Invalid or revoked API key', {
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      })
    }
    const caller = { keyHash, ...found }
    // Read before a change, it may be out of date by now.
    if (changes === this.#changes) setWithin(this.#callers, keyHash, { caller, until: asked + remembered })
    return caller
  }

  /** The caller of this header. Rejects when it carries no key, or one that is unknown or revoked. */
  async findBy(authorization: string | undefined): Promise<Caller> {
    const key = bearerKey(authorization)
    if (key === undefined)
      throw new Problem('key-missing', 'send your key in the header Authorization: Bearer <API_KEY>', {
        headers: { 'www-authenticate': 'Bearer' },
      })
    const keyHash = hashApiKey(key)
    const caller = this.known(keyHash) ?? (await this.find(keyHash))
    if (authorization !== undefined) setWithin(this.#hashes, authorization, keyHash)
    return caller
  }

  /** Forgets every caller: a key or an account has been changed here. */
  forget(): void {
    this.#changes += 1
    this.#callers.clear()
  }
}

/** Why a caller whose key is known may not do this; undefined when it may. */
export function refusalOf({ account, key }: Caller, scope: KeyScope, now: number): Problem | undefined {
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

function bearerKey(header: string | undefined): string | undefined {
  return /^bearer +([\x21-\x7e]+) *$/i.exec(header ?? '')?.[1]
}

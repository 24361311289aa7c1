import { createHmac } from 'node:crypto'
import type { Clock } from '../../base/clock.js'
import { isSameSignature } from '../../base/same-signature.js'

/** What a signed URL's query is worth. */
export type SignatureVerdict = 'valid' | 'expired' | 'forged'

/** In the place of the time at which a file expires. */
const sealed = 'never'

/** Signs result URLs, so that its holder may fetch that file until it expires, and no other. */
export class UrlSigner {
  readonly #secret: Buffer
  readonly #lifetime: number
  readonly #clock: Clock

  constructor(secret: Buffer, lifetime: number, clock: Clock) {
    this.#secret = secret
    this.#lifetime = lifetime
    this.#clock = clock
  }

  /** The signed query of a file that expires one lifetime from now. */
  sign(name: string): string {
    const expires = Math.floor((this.#clock.now() + this.#lifetime) / 1000)
    return `expires=${expires}&signature=${this.#signature(name, String(expires))}`
  }

  /** The signed query of a file that does not expire: always the same for a name. */
  seal(name: string): string {
    return `signature=${this.#signature(name, sealed)}`
  }

  isSealed(name: string, signature: string): boolean {
    return isSameSignature(signature, this.#signature(name, sealed))
  }

  /** Judges a query. Only a signature of ours can be `expired`; anything else is `forged`. */
  verify(name: string, expires: string, signature: string): SignatureVerdict {
    if (!isSameSignature(signature, this.#signature(name, expires))) return 'forged'
    return Number(expires) * 1000 > this.#clock.now() ? 'valid' : 'expired'
  }

  #signature(name: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${name}\n${expires}`).digest('base64url')
  }
}

import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../clock.js'
import { isSameSignature } from '../same-signature.js'

const cookieName = 'model_tasks_console'
const lifetime = 12 * 60 * 60 * 1000

/**
 * Sessions of the console, in a cookie that scripts cannot read and other sites do not send. It holds when it ends and a
 * signature made from the key, so that a new key ends every session.
 */
export class Sessions {
  readonly #secret: Buffer
  readonly #clock: Clock
  readonly #secure: boolean

  constructor(key: string, clock: Clock, secure: boolean) {
    this.#secret = createHmac('sha256', key).update('model-tasks console session').digest()
    this.#clock = clock
    this.#secure = secure
  }

  /** The `Set-Cookie` of a new session. */
  begin(): string {
    const ends = String(this.#clock.now() + lifetime)
    return this.#cookie(`${ends}.${this.#signature(ends)}`, lifetime / 1000)
  }

  /** The `Set-Cookie` that ends a session. */
  end(): string {
    return this.#cookie('', 0)
  }

  /** Whether a request belongs to a session. */
  valid({ cookie }: IncomingHttpHeaders): boolean {
    const [, ends = '', signature = ''] =
      new RegExp(`(?:^|; *)${cookieName}=(\\d{1,16})\\.([\\w-]{1,64})(?:;|$)`).exec(cookie ?? '') ?? []
    return isSameSignature(signature, this.#signature(ends)) && Number(ends) > this.#clock.now()
  }

  #signature(ends: string): string {
    return createHmac('sha256', this.#secret).update(ends).digest('base64url')
  }

  #cookie(value: string, seconds: number): string {
    const secure = this.#secure ? '; Secure' : ''
    return `${cookieName}=${value}; Path=/console; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
  }
}

import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../../base/clock.js'
import { isSameSignature } from '../../base/same-signature.js'
import type { ConsoleSessions } from '../../keep/store/console-sessions.js'
import type { OperatorParts } from './parts.js'

const cookieName = 'model_tasks_console'
const lifetime = 12 * 60 * 60 * 1000

/**
 * Sessions of the console, in a cookie that scripts cannot read and other sites do not send. It holds the session's ID,
 * when it ends, and a signature made from the key, so that a new key ends every session. One that is signed out is ended
 * in the database: a copy of its cookie is worth nothing at any process, nor after a restart.
 */
export class Sessions {
  readonly #secret: Buffer
  readonly #clock: Clock
  readonly #secure: boolean
  readonly #ended: ConsoleSessions

  constructor({ key, clock, secure, sessions }: Pick<OperatorParts, 'key' | 'clock' | 'secure' | 'sessions'>) {
    this.#secret = createHmac('sha256', key).update('model-tasks console session').digest()
    this.#clock = clock
    this.#secure = secure
    this.#ended = sessions
  }

  /** The `Set-Cookie` of a new session of somebody who gives this name. */
  begin(who: string): string {
    const name = Buffer.from(who).toString('base64url')
    const session = `${randomBytes(18).toString('base64url')}.${this.#clock.now() + lifetime}.${name}`
    return this.#cookie(`${session}.${this.#signature(session)}`, lifetime / 1000)
  }

  /** Ends the session of a request everywhere. Answers the `Set-Cookie` that removes it. Rejects when that cannot be stored. */
  async end(headers: IncomingHttpHeaders): Promise<string> {
    const session = this.#sessionOf(headers)
    if (session !== undefined) await this.#ended.endSession(session.id, session.ends, this.#clock.now())
    return this.#cookie('', 0)
  }

  /** Who is signed in; undefined where a request belongs to no session. */
  async who(headers: IncomingHttpHeaders): Promise<string | undefined> {
    const session = this.#sessionOf(headers)
    return session !== undefined && !(await this.#ended.isEnded(session.id)) ? session.who : undefined
  }

  /** The session that a request has a cookie of, unless its time is over. */
  #sessionOf({ cookie }: IncomingHttpHeaders): { id: string; ends: number; who: string } | undefined {
    const [, id = '', ends = '', name = '', signature = ''] =
      new RegExp(`(?:^|; *)${cookieName}=([\\w-]{24})\\.(\\d{1,16})\\.([\\w-]{0,400})\\.([\\w-]{1,64})(?:;|$)`).exec(
        cookie ?? '',
      ) ?? []
    const holds =
      isSameSignature(signature, this.#signature(`${id}.${ends}.${name}`)) && Number(ends) > this.#clock.now()
    const who = Buffer.from(name, 'base64url').toString()
    return holds ? { id, ends: Number(ends), who: who === '' ? 'console' : who } : undefined
  }

  #signature(session: string): string {
    return createHmac('sha256', this.#secret).update(session).digest('base64url')
  }

  #cookie(value: string, seconds: number): string {
    const secure = this.#secure ? '; Secure' : ''
    return `${cookieName}=${value}; Path=/console; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
  }
}

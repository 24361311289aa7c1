import { ApiError, ProtocolError, type Capabilities, type ModelTasks } from '@model-tasks/client'
import type { KeptKeys } from '../../domain/provider/provider.js'
import { unknownRoute } from './pause-reason.js'

/** What holds of a service that does not say for how long it keeps keys: a day. */
const undeclared = { time: 86_400_000, since: undefined }

/**
 * What an upstream declares of itself. Whether it keeps idempotency keys only it can say. It is asked whenever that decides something, since
 * it may have been replaced by one that keeps none, or restored; what it said last tells an outage from an upstream that never kept any.
 */
export class DeclaredByUpstream {
  readonly #client: ModelTasks
  #last: Omit<KeptKeys, 'heard'> | false | undefined
  #longestWait = 0
  #asking: Promise<KeptKeys | false> | undefined

  constructor(client: ModelTasks) {
    this.#client = client
  }

  /**
   * What it declares now; where it cannot be asked, what it declared last and that it was not heard, also before it was ever
   * heard: that it keeps no keys is not known then. Never rejects; however many ask at a time, one request is sent.
   */
  keptKeys(): Promise<KeptKeys | false> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Asks while the upstream answers, if nothing is known yet: in an outage it is too late. */
  learn(): void {
    if (this.#last === undefined) void this.keptKeys()
  }

  /** The longest wait of a query (`Prefer: wait`), in seconds, that it has declared; 0 for none. Only a preference: it may have been replaced. */
  get longestWait(): number {
    return this.#longestWait
  }

  async #ask(): Promise<KeptKeys | false> {
    try {
      const declared = await this.#client.capabilities()
      this.#last = keysIn(declared)
      this.#longestWait = longestWaitIn(declared)
      return this.#last && { ...this.#last, heard: true }
    } catch (error) {
      if (this.#isProof(error)) this.#last = false
      return this.#last !== false && { ...(this.#last ?? undeclared), heard: false }
    }
  }

  /** Whether an answer says that nothing is declared. The page of a proxy may stand before a service that has declared keys. */
  #isProof(error: unknown): boolean {
    if (error instanceof ProtocolError) return error.json !== undefined || !this.#last
    return error instanceof ApiError && unknownRoute.has(error.status) && (error.json !== undefined || !this.#last)
  }
}

function longestWaitIn({ wait }: Capabilities): number {
  const { maximumSeconds } = Object(wait) as { maximumSeconds?: unknown }
  return typeof maximumSeconds === 'number' && maximumSeconds > 0 ? maximumSeconds : 0
}

function keysIn({
  extensions,
  idempotency: { keptSeconds, keptSince } = {},
}: Capabilities): Omit<KeptKeys, 'heard'> | false {
  if (!extensions.includes('idempotency')) return false
  const since = keptSince === undefined ? undefined : Date.parse(keptSince)
  // A time that cannot be read is as late as can be: nothing shows that any key is kept.
  if (Number.isNaN(since)) return false
  return {
    time: typeof keptSeconds === 'number' && keptSeconds >= 0 ? keptSeconds * 1000 : undeclared.time,
    since,
  }
}

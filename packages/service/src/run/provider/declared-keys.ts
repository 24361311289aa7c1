import { ApiError, ProtocolError, type ModelTasks } from '@model-tasks/client'
import type { KeptKeys } from '../../domain/provider/provider.js'
import { unknownRoute } from './pause-reason.js'

/** How long a service that does not say so keeps keys, in seconds. */
const usual = 86_400

/**
 * Whether an upstream keeps idempotency keys, which only it can say. It is asked whenever that decides something, since it
 * may have been replaced by one that keeps none, or restored; what it said last tells an outage from an upstream that never kept any.
 */
export class DeclaredKeys {
  readonly #client: ModelTasks
  #last: boolean | undefined
  #asking: Promise<KeptKeys | false | undefined> | undefined

  constructor(client: ModelTasks) {
    this.#client = client
  }

  /** Undefined when it cannot be asked now and has declared so before. Never rejects; however many ask at a time, one request is sent. */
  ask(): Promise<KeptKeys | false | undefined> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Asks while the upstream answers, if nothing is known yet: in an outage it is too late. */
  learn(): void {
    if (this.#last === undefined) void this.ask()
  }

  async #ask(): Promise<KeptKeys | false | undefined> {
    try {
      const { extensions, idempotency: { keptSeconds, keptSince } = {} } = await this.#client.capabilities()
      this.#last = extensions.includes('idempotency')
      // A time that cannot be read is as late as can be: nothing shows that any key is kept.
      const since = keptSince === undefined ? undefined : Date.parse(keptSince)
      const time = (typeof keptSeconds === 'number' && keptSeconds >= 0 ? keptSeconds : usual) * 1000
      return this.#last && (since === undefined || !Number.isNaN(since)) && { time, since }
    } catch (error) {
      if (error instanceof ProtocolError || (error instanceof ApiError && unknownRoute.has(error.status)))
        this.#last = false
      return this.#last === true ? undefined : false
    }
  }
}

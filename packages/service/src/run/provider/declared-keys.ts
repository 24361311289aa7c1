import { ApiError, ProtocolError, type ModelTasks } from '@model-tasks/client'

/** How a service answers that does not know the route. */
const unknownRoute: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Whether an upstream keeps idempotency keys, which only it can say. It is asked whenever that decides something, since it
 * may have been replaced by one that keeps none; what it said last tells an outage from an upstream that never kept any.
 */
export class DeclaredKeys {
  readonly #client: ModelTasks
  #last: boolean | undefined
  #asking: Promise<boolean | undefined> | undefined

  constructor(client: ModelTasks) {
    this.#client = client
  }

  /** Undefined when it cannot be asked now and has declared so before. Never rejects; however many ask at a time, one request is sent. */
  ask(): Promise<boolean | undefined> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** Asks while the upstream answers, if nothing is known yet: in an outage it is too late. */
  learn(): void {
    if (this.#last === undefined) void this.ask()
  }

  async #ask(): Promise<boolean | undefined> {
    try {
      const { extensions } = await this.#client.capabilities()
      this.#last = extensions.includes('idempotency')
      return this.#last
    } catch (error) {
      if (error instanceof ProtocolError || (error instanceof ApiError && unknownRoute.has(error.status)))
        this.#last = false
      return this.#last === true ? undefined : false
    }
  }
}

import {
  ApiError,
  ConnectionError,
  ModelTasksError,
  ProtocolError,
  SubmitUnknownError,
  type Capabilities,
  type ModelTasks,
} from '@model-tasks/client'
import { backoff, queryVerdict } from '@model-tasks/client/policy'

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 30_000

/** Whether what failed may succeed later without anyone doing anything: the page is offline, or the service does not answer as it should. */
export function isPassing(error: unknown): boolean {
  if (error instanceof SubmitUnknownError) {
    const { code, cause } = error
    return code === 'submit-unknown' && cause !== undefined && (!(cause instanceof ModelTasksError) || isPassing(cause))
  }
  if (error instanceof ApiError) return queryVerdict(error.status) === 'transient'
  if (error instanceof ConnectionError) return error.blocked !== true
  // Where a part of the client cannot be loaded, a browser throws a TypeError, and what webpack or Turbopack has bundled one of this name.
  return error instanceof ProtocolError || error instanceof TypeError || (error as Error).name === 'ChunkLoadError'
}

/** Why nothing is asked for now. */
export function offline(): ConnectionError {
  return new ConnectionError('the page is offline', { nothingSent: true, code: 'offline' })
}

/** Resolves after a pause that grows with each attempt, or as soon as the page is online again. Rejects when the signal fires. */
export function pause(attempt: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController()
    const settle = (then: () => void): void => {
      settled.abort()
      clearTimeout(timer)
      then()
    }
    const timer = setTimeout(() => settle(resolve), backoff(attempt + 1, longestPause))
    const options = { signal: settled.signal }
    globalThis.addEventListener('online', () => settle(resolve), options)
    signal?.addEventListener('abort', () => settle(() => reject(signal.reason as Error)), options)
    if (signal?.aborted) settle(() => reject(signal.reason as Error))
  })
}

/** Repeats what may succeed later, with a pause in between, until it succeeds, fails for good, or the signal fires. */
export async function persist<T>(
  work: () => Promise<T>,
  onFault: (error: Error) => void,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      onFault(error as Error)
    }
    await pause(attempt, signal)
  }
}

/** What a service declares, asked once per client, before its first submit: a browser sends an Idempotency-Key only when it knows that the service takes it. */
export class Declared {
  readonly #client: ModelTasks
  #asked: Promise<Capabilities | undefined> | undefined

  constructor(client: ModelTasks) {
    this.#client = client
  }

  /** Undefined where the service declares nothing. Waits for a connection. */
  async get(onFault: (error: Error) => void, signal?: AbortSignal): Promise<Capabilities | undefined> {
    return persist(
      async () => {
        // A submit that is sent now would leave it open whether it arrived.
        if (!navigator.onLine) throw offline()
        return (this.#asked ??= this.#ask())
      },
      onFault,
      signal,
    )
  }

  async #ask(): Promise<Capabilities | undefined> {
    try {
      return await this.#client.capabilities()
    } catch (error) {
      if (error instanceof ApiError && notOffered.includes(error.status)) return undefined
      this.#asked = undefined
      throw error
    }
  }
}

/** What a service answers that declares nothing. */
const notOffered: readonly number[] = [404, 405, 501]

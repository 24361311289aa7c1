import type { Logger } from '../call/logger.js'
import type { ClientOptions } from '../call/options.js'
import type { Clock } from '../policy/clock.js'
import { createAdmission } from './admission.js'
import type { ApiKey } from './api-key.js'
import type { TransportSource } from './transport.js'

/**
 * What sends the requests of a client. A key as a string, and a limit on how many requests run at once, are here; key functions,
 * hooks, a rate and what Deno needs are loaded before the first request of a client that has them.
 * `secrets` holds a key that is a string, and receives those that a function provides.
 */
export function createTransport(
  options: ClientOptions,
  apiKey: ApiKey,
  secrets: string[],
  logger: Logger,
  clock: Clock,
): TransportSource {
  const { maxConcurrency, requestsPerSecond, onRequest, onResponse, traceContext } = options
  // Without a receiver, as workers want it; looked up at each call, so that a replaced global counts.
  const send: typeof fetch = (...request) => (options.fetch ?? fetch)(...request)
  const [key] = secrets
  const more = requestsPerSecond ?? onRequest ?? onResponse ?? traceContext ?? logger.debug
  const source: TransportSource = {
    loaded: key && !more && !('Deno' in globalThis) ? { key, send, admit: createAdmission(maxConcurrency) } : undefined,
    load: async () => {
      const { extendedTransport } = await import('./extended.js')
      return (source.loaded ??= extendedTransport(options, apiKey, send, secrets, logger, clock))
    },
  }
  return source
}

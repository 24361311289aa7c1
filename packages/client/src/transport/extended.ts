import type { Logger } from '../call/logger.js'
import type { ClientOptions } from '../call/options.js'
import type { Clock } from '../policy/clock.js'
import type { ApiKey } from './api-key.js'
import { overOwnConnections } from './deno.js'
import { keyFunction } from './key-function.js'
import { observed } from './observe.js'
import { createPacedAdmission } from './pace.js'
import type { Transport } from './transport.js'

/** The transport of a client that has more than a key and a limit: a key function or no key, hooks, a log, a rate; and that of every client in Deno. */
export function extendedTransport(
  options: ClientOptions,
  apiKey: ApiKey,
  send: typeof fetch,
  secrets: string[],
  logger: Logger,
  clock: Clock,
): Transport {
  const { maxConcurrency, requestsPerSecond = Infinity } = options
  const admit = createPacedAdmission(clock, requestsPerSecond, maxConcurrency)
  const shared = { send: observed(overOwnConnections(send), options, logger, clock, secrets), admit }
  if (typeof apiKey !== 'function') return { ...shared, key: apiKey ?? '' }
  const { current, renew } = keyFunction(apiKey, secrets)
  return { ...shared, key: current, renew: (used, scope) => scope.run(() => renew(used)).catch(() => false) }
}

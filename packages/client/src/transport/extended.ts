import type { Logger } from '../call/logger.js'
import type { ClientOptions } from '../call/options.js'
import type { Clock } from '../policy/clock.js'
import { createAdmission } from './admission.js'
import type { ApiKey } from './api-key.js'
import { overOwnConnections } from './deno.js'
import { keyFunction } from './key-function.js'
import { observed } from './observe.js'
import { createPace } from './pace.js'
import type { Transport } from './transport.js'

/** The transport of a client that has more than a key and a limit: a key function, hooks, a log, a rate; and that of every client in Deno. */
export function extendedTransport(
  options: ClientOptions,
  apiKey: ApiKey,
  send: typeof fetch,
  secrets: string[],
  logger: Logger,
  clock: Clock,
): Transport {
  const { maxConcurrency = 64, requestsPerSecond = Infinity } = options
  const admit = createAdmission(clock, maxConcurrency, createPace(clock, requestsPerSecond))
  const shared = { send: observed(overOwnConnections(send), options, logger, clock, secrets), admit }
  if (typeof apiKey === 'string') return { ...shared, key: apiKey }
  const { current, renew } = keyFunction(apiKey, secrets)
  return { ...shared, key: current, renew }
}

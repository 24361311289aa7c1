import { checkOptions } from './check-options.js'
import { systemClock, type Clock } from '../policy/clock.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import type { CallOptions, ClientOptions, Logger } from './options.js'
import { createRateLimiter } from '../transport/rate-limiter.js'

/** What the calls of one client share. */
export interface Context {
  readonly baseUrl: string
  readonly apiKey: string
  readonly options: ClientOptions
  readonly clock: Clock
  readonly logger: Logger
  readonly modelIds: Readonly<Record<string, string>>
  readonly send: typeof fetch
  /** How long a query still has to wait for its turn. */
  readonly turn: (waited: boolean) => number
  /** Whether the service keeps Idempotency-Keys, once known. */
  idempotent: boolean | undefined
}

/** One call of the user: its options over those of the client, and the moment it must be over. */
export interface Call extends CallOptions {
  readonly deadline: number
  readonly requestTimeout: number
  readonly retries: number
}

/** Settles the client's options, environment included. Throws ModelTasksError when the address, the key or an option is missing or unusable. */
export function createContext(options: ClientOptions): Context {
  checkOptions(options)
  const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {}
  const {
    baseUrl = environment.MODEL_TASKS_BASE_URL ?? '',
    apiKey = environment.MODEL_TASKS_API_KEY ?? '',
    clock = systemClock,
  } = options
  const url = URL.canParse(baseUrl) && new URL(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new ModelTasksError('set baseUrl or MODEL_TASKS_BASE_URL to an http or https URL', {})
  if (!/^[!-~]+$/.test(apiKey))
    throw new ModelTasksError('set apiKey or MODEL_TASKS_API_KEY to an API key, without spaces', {})

  const logger = options.logger ?? { warn: (message) => console.warn(message) }
  // Without a receiver, as workers want it; looked up at each call, so that a replaced global counts.
  const plain: typeof fetch = (...request) => (options.fetch ?? fetch)(...request)
  const { onRequest, onResponse, traceContext } = options
  const watched = onRequest ?? onResponse ?? traceContext ?? logger.debug
  return {
    baseUrl: url.href.replace(/\/+$/, ''),
    apiKey,
    options,
    clock,
    logger,
    modelIds: options.modelIds ?? {},
    send: watched
      ? async (...request) => (await import('../transport/observe.js')).observed(plain, options, logger)(...request)
      : plain,
    turn: createRateLimiter(clock, options.requestsPerSecond ?? Infinity),
    idempotent: options.idempotency,
  }
}

/** Settles the options of one call; `timeout` starts to run now. Throws ModelTasksError when one is nonsense. */
export function beginCall({ options, clock }: Context, own: CallOptions = {}): Call {
  const call = { ...options, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) }
  checkOptions(call)
  const { timeout = Infinity, requestTimeout = 60_000, retries = 2 } = call
  return { ...call, deadline: clock.now() + timeout, requestTimeout, retries }
}

import { systemClock, type Clock } from '../policy/clock.js'
import { Scope } from '../policy/scope.js'
import { checkKey } from '../transport/check-key.js'
import { createTransport } from '../transport/source.js'
import type { Capabilities } from '../service/resources.js'
import type { TransportSource } from '../transport/transport.js'
import { checkOptions, invalidOption } from './check-options.js'
import type { Logger } from './logger.js'
import type { CallOptions, ClientOptions } from './options.js'

/** What the calls of one client share. */
export interface Context {
  readonly baseUrl: string
  /** The API keys that were sent, latest first: what must not appear in an error. */
  readonly secrets: readonly string[]
  readonly options: ClientOptions
  readonly clock: Clock
  readonly logger: Logger
  readonly modelIds: Readonly<Record<string, string>>
  readonly transport: TransportSource
  /** Whether the service keeps Idempotency-Keys, once known. */
  idempotent: boolean | undefined
  /** What the service has declared, once it was asked. */
  declared?: Capabilities
}

/** One call of the user: its options over those of the client, and the time it may take. */
export interface Call extends CallOptions {
  readonly scope: Scope
  readonly requestTimeout: number
  readonly retries: number
}

/** Settles the client's options, environment included. Throws ModelTasksError when the address, the key or an option is missing or invalid. */
export function createContext(options: ClientOptions): Context {
  checkOptions(options)
  const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {}
  const {
    baseUrl = environment.MODEL_TASKS_BASE_URL ?? '',
    apiKey = environment.MODEL_TASKS_API_KEY ?? '',
    clock = systemClock,
  } = options
  // A path has the host of the page. A page that is rendered on a server makes its client there too, and asks nothing.
  let url = baseUrl[0] === '/' ? '' : checkedUrl(baseUrl)
  const logger = options.logger ?? { warn: (message) => console.warn(message) }
  const secrets = apiKey === null || typeof apiKey === 'function' ? [] : [checkKey(apiKey)]
  return {
    get baseUrl() {
      return (url ||= checkedUrl(baseUrl))
    },
    transport: createTransport(options, apiKey, secrets, logger, clock),
    secrets,
    options,
    clock,
    logger,
    modelIds: options.modelIds ?? {},
    idempotent: options.idempotency,
  }
}

function checkedUrl(baseUrl: string): string {
  let url = ''
  try {
    url = baseUrl && new URL(baseUrl, (globalThis as { location?: { href: string } }).location?.href).href
  } catch {
    // It is none.
  }
  // Before its first slash the address would have the name and the password of a user.
  if (/^https?:..[^/@]+\//.test(url)) return url.replace(/\/+$/, '')
  throw invalidOption('set baseUrl or MODEL_TASKS_BASE_URL to an http or https URL')
}

/** Settles the options of one call; `timeout` starts to run now. Throws ModelTasksError when one is invalid. */
export function beginCall({ options, clock }: Context, own: CallOptions = {}): Call {
  const given = [options, own].flatMap(Object.entries).filter(([, value]) => value !== undefined)
  const call = Object.fromEntries(given) as { [Name in keyof CallOptions]: NonNullable<CallOptions[Name]> }
  checkOptions(call)
  return {
    requestTimeout: 60_000,
    retries: 2,
    ...call,
    headers: { ...lowerCase(options.headers), ...lowerCase(own.headers) },
    scope: new Scope(call.timeout, call.signal, clock),
  }
}

function lowerCase(headers: CallOptions['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(headers))
}

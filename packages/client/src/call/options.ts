import type { Task } from '@model-tasks/spec'
import type { Clock } from '../policy/clock.js'
import type { Journal } from '../journal/journal.js'
import type { RequestEvent, ResponseEvent } from '../transport/observe.js'

/** What may be set for every call on the client, or for one call. All times are in milliseconds. */
export interface CallOptions {
  /** Ends the call within 10 ms. A submit that was already sent ends as `SubmitUnknownError`, since it may have been accepted. */
  signal?: AbortSignal | undefined
  /** Bounds a whole `wait` or `run`. Default: no bound. */
  timeout?: number | undefined
  /** Bounds one request with its answer. Default 60,000. */
  requestTimeout?: number | undefined
  /** Time between two queries; a pair spreads them at random in between. Never less than 10. Default [5000, 10000] (interface, States and transitions). */
  pollInterval?: number | readonly [minimum: number, maximum: number] | undefined
  /** How often a submit is repeated where that is safe: after 429, when nothing was sent, or under declared idempotency. Default 2. */
  retries?: number | undefined
  /** `error` refuses a request with mistakes, `warn` logs them and sends it, `off` does not look. Default `error`. */
  validate?: 'error' | 'warn' | 'off' | undefined
  /** The Idempotency-Key of this submit. Default: a new one for each call. */
  idempotencyKey?: string | undefined
  /** Where intents and ids are written down before they can be lost; see `@model-tasks/client/journal`. */
  journal?: Journal | undefined
  /** Told the id as soon as the service has answered, before the first query; awaited. */
  onSubmitted?: ((id: string) => unknown) | undefined
  /** Told each state of the task that is seen. */
  onProgress?: ((task: Task) => unknown) | undefined
}

/** Where messages go; each method takes a line and facts that hold no key, prompt or signed URL. */
export interface Logger {
  debug?: (message: string, facts?: Record<string, unknown>) => void
  warn?: (message: string, facts?: Record<string, unknown>) => void
}

export interface ClientOptions extends CallOptions {
  /** Base address of the service with its fixed first path segment. Default: environment variable MODEL_TASKS_BASE_URL. */
  baseUrl?: string | undefined
  /** The API key. Default: environment variable MODEL_TASKS_API_KEY. */
  apiKey?: string | undefined
  /** Model IDs as this service publishes them: `{ ours: theirs }`. Applied to requests and undone in answers. */
  modelIds?: Readonly<Record<string, string>> | undefined
  /** True when you know that the service keeps Idempotency-Keys, false when it does not. Default: asked when it matters. */
  idempotency?: boolean | undefined
  /** Upper bound of queries a second over all handles of this client. Default: none. */
  requestsPerSecond?: number | undefined
  /** Default: warnings on the console. `{}` is silent. */
  logger?: Logger | undefined
  /** Told each request before it is sent, without key and body. */
  onRequest?: ((event: RequestEvent) => void) | undefined
  /** Told each answer. */
  onResponse?: ((event: ResponseEvent) => void) | undefined
  /** The current W3C trace context, to go out with each request. */
  traceContext?: (() => { traceparent: string; tracestate?: string } | undefined) | undefined
  fetch?: typeof fetch | undefined
  clock?: Clock | undefined
}

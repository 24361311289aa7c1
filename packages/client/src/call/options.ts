import type { Task } from '@model-tasks/spec'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import type { Journal } from '../journal/journal.js'
import type { Clock } from '../policy/clock.js'
import type { Asset } from '../service/resources.js'
import type { ApiKey } from '../transport/api-key.js'
import type { Hooks } from '../transport/observe.js'
import type { Logger } from './logger.js'

/** A query that failed while a task was waited for. The wait goes on. */
export interface FaultEvent {
  taskId: string
  error: ModelTasksError
  /** How many queries have failed in a row. */
  count: number
  /** Milliseconds since the last valid answer, or since the wait began. */
  elapsed: number
  /** Milliseconds until the next query. */
  nextQuery: number
}

/** A file of a request that was put into the asset library of the service. */
export interface UploadEvent {
  /** JSON pointer to it in the request. */
  path: string
  /** The parameter in which it stands, and its place in the list there; 0 where it is not in a list. */
  parameter: string
  index: number
  /** Its path or name. */
  name: string
  /** The asset, once its review is over. */
  asset: Asset
}

/** What may be set for every call on the client, or for one call. All times are in milliseconds. */
export interface CallOptions {
  /** Ends the call within 10 ms. A submit that was already sent ends as `SubmitUnknownError`, since it may have been accepted. */
  signal?: AbortSignal | undefined
  /** Whether a task whose wait is aborted by `signal` is cancelled at the service, in the background; an extension. Default false. */
  cancelOnAbort?: boolean | undefined
  /** Bounds a whole call: `submit`, `wait`, `run` or `download`. Nothing is sent after it. Default: no bound. */
  timeout?: number | undefined
  /** Bounds one request with its answer. Default 60,000. */
  requestTimeout?: number | undefined
  /**
   * Time between two queries; a pair spreads them at random in between. Never less than 10. Default [5000, 10000] (interface, States and
   * transitions). Where the service declares that a query may wait for a change, the next one follows at once and waits there. After
   * a query that failed, a longer interval begins with 10 s and doubles until it is reached.
   */
  pollInterval?: number | readonly [minimum: number, maximum: number] | undefined
  /** How often a submit is repeated where that is safe: after 429, when nothing was sent, or under declared idempotency. Default 2. */
  retries?: number | undefined
  /** `error` rejects an invalid request, `warn` logs what is wrong and sends it, `off` does not check. Default `error`. */
  validate?: 'error' | 'warn' | 'off' | undefined
  /** Headers to send to the service with each request; those of a call are added to those of the client. Never sent to the host of a result. */
  headers?: Readonly<Record<string, string>> | undefined
  /** The Idempotency-Key of this submit. Default: a new one for each call. */
  idempotencyKey?: string | undefined
  /** Where intents and IDs are recorded before they can be lost; see `@model-tasks/client/journal`. */
  journal?: Journal | undefined
  /**
   * Submits although the journal has an identical request for this account whose task is running, or may have been accepted; this costs
   * again. Default false: such a submit throws an error with the code `identical-request`, and nothing is sent.
   */
  again?: boolean | undefined
  /** Called with the ID as soon as the service has answered, before the first query; awaited. */
  onSubmitted?: ((id: string) => unknown) | undefined
  /** Called with each file of a request that was uploaded, before the request is sent; awaited. */
  onUploaded?: ((upload: UploadEvent) => unknown) | undefined
  /** Called with each state of the task that is seen. */
  onProgress?: ((task: Task) => unknown) | undefined
  /** Called with each query that failed during a wait that goes on. */
  onFault?: ((fault: FaultEvent) => unknown) | undefined
}

/** Options of `uploadAsset`. */
export interface UploadOptions extends CallOptions {
  /** Wait until the review of the asset is over, regardless of the outcome. Default false. */
  untilReviewed?: boolean | undefined
}

export interface ClientOptions extends CallOptions, Hooks {
  /**
   * Base URL of the service with its fixed first path segment; in browsers a path such as `/api` too, on the host of the page.
   * Default: environment variable MODEL_TASKS_BASE_URL.
   */
  baseUrl?: string | undefined
  /**
   * The API key, or a function that provides it, which is called again after a 401. Null sends none: a proxy or a cookie carries it.
   * Default: environment variable MODEL_TASKS_API_KEY.
   */
  apiKey?: ApiKey | undefined
  /** Model IDs as this service publishes them: `{ ours: theirs }`. Applied to requests and reversed in answers. */
  modelIds?: Readonly<Record<string, string>> | undefined
  /** True when you know that the service keeps Idempotency-Keys, false when it does not. Default: asked when it matters. */
  idempotency?: boolean | undefined
  /** Maximum of requests to the service at once, over all handles of this client; others wait in order. Default 64. */
  maxConcurrency?: number | undefined
  /** Maximum of requests to the service per second, over all handles of this client; others wait in order. Default: none. */
  requestsPerSecond?: number | undefined
  /** Default: warnings on the console. `{}` is silent. */
  logger?: Logger | undefined
  fetch?: typeof fetch | undefined
  clock?: Clock | undefined
}

import type { SpendingStore } from './spending.js'

/** What a user may spend. */
export interface Budget {
  /** Credits that the tasks of a day (UTC) may cost together. */
  perDay: number
}

/** How a proxy reaches its service, and what its users may do. */
export interface ProxySettings {
  /** Base URL of the service. Default: environment variable MODEL_TASKS_BASE_URL. */
  baseUrl?: string | undefined
  /** The API key, which no answer holds. Default: MODEL_TASKS_API_KEY. */
  apiKey?: string | undefined
  /** Signs which user may read which task: at least 32 characters, the same in every process. Of several, the first signs and all are accepted. */
  secret: string | readonly string[]
  /** Who asks: an ID that does not change, such as that of a session. Undefined is answered with 401. */
  user: (request: Request) => string | undefined | null | Promise<string | undefined | null>
  /** The models that users may use, or those of one user. */
  models: readonly string[] | ((user: string) => readonly string[] | Promise<readonly string[]>)
  /** What each user may spend, or what one may. Null sets no limit. */
  budget: Budget | null | ((user: string) => Budget | null | Promise<Budget | null>)
  /** Where spending is counted. Default: the memory of this process; with several processes give a store that they share. */
  spending?: SpendingStore | undefined
  /** Bytes of the largest file that users may upload; 0 takes none. Default 0. */
  maxUploadBytes?: number | undefined
  /** Origins of pages beside the proxy's own, where a server in between changes the `Host`, such as `https://app.example.com`. Pages of all other sites are rejected. */
  origins?: readonly string[] | undefined
  fetch?: typeof fetch | undefined
  /** The time of day in milliseconds. Default: Date.now. */
  now?: (() => number) | undefined
}

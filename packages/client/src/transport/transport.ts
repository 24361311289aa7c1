import type { Scope } from '../policy/scope.js'
import type { Admission } from './admission.js'

/** How the requests of one client are sent. */
export interface Transport {
  /** The API key, or a function that provides the current one; '' where requests carry none. */
  readonly key: string | (() => Promise<string>)
  /** Whether there is another key than the one that was not accepted. Requests that fail together ask once. Never throws. */
  readonly renew?: (used: string, scope: Scope) => Promise<boolean>
  readonly send: typeof fetch
  readonly admit: Admission
}

/** Where requests get their transport. */
export interface TransportSource {
  /** The transport, once all of it is here. */
  loaded: Transport | undefined
  readonly load: () => Promise<Transport>
}

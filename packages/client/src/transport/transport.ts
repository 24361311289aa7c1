import type { Admission } from './admission.js'

/** How the requests of one client are sent. */
export interface Transport {
  /** The API key, or a function that provides the current one. */
  readonly key: string | (() => Promise<string>)
  /** Whether there is another key than the one that was not accepted. Requests that fail together ask once. */
  readonly renew?: (used: string) => Promise<boolean>
  readonly send: typeof fetch
  readonly admit: Admission
}

/** Where requests get their transport. */
export interface TransportSource {
  /** The transport, once all of it is here. */
  loaded: Transport | undefined
  readonly load: () => Promise<Transport>
}

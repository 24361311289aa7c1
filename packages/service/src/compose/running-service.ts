import type { ReloadOutcome } from '../settings/reload.js'

/** A service that answers. */
export interface RunningService {
  /** Its address, such as `http://127.0.0.1:8787`. */
  url: string
  /** The base URL for clients: the address and `/api`. */
  baseUrl: string
  /** A key of the local account, when one was made just now. It is shown nowhere else but in the credentials file. */
  newKey: string | undefined
  /** The folder with everything the service keeps. */
  dataDirectory: string
  /** Whether the built docs site is served at `/`. */
  servesSite: boolean
  /**
   * Resolves where the database turns out to be another one than at the start, as after a failover. From then on the service
   * answers 503 and does nothing: close it and start it again, which sets aside what an upstream may have been asked for.
   */
  databaseLeft: Promise<void>
  /** Reads the settings anew and takes over what a running service can. Where anything is wrong, nothing changes. */
  reload(): Promise<ReloadOutcome>
  /** Stops: takes nothing new, lets what runs finish for a while, and resumes the rest at the next start. */
  close(): Promise<void>
}

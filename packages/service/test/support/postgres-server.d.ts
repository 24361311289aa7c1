/** A real PostgreSQL, which ends with the process that started it. */
export interface PostgresServer {
  url: string
  /** The folder of its cluster. */
  readonly data: string
  /** The server's own process, to be stopped and continued; another one after `restart`. */
  readonly pid: number
  /** Kills the server, with SIGKILL, and starts it again on what is on the disk. */
  restart(): Promise<void>
  /** Kills the server for good, with SIGKILL; its folder goes with it. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Why there is no PostgreSQL for tests on this machine; undefined when there is one. */
export const noPostgres: string | undefined

/** Starts an empty server. `folder` is to be empty, and is gone with the server. `fill` puts a cluster there in place of an empty one. All that are empty have one system identifier, unless they are made `anew`. */
export function startPostgres(options?: {
  settings?: Readonly<Record<string, string>>
  folder?: string
  fill?: (data: string) => Promise<void>
  anew?: boolean
}): Promise<PostgresServer>

/** A real PostgreSQL, which ends with the process that started it. */
export interface PostgresServer {
  url: string
  /** The server's own process, to be stopped and continued; another one after `restart`. */
  readonly pid: number
  /** Kills the server, with SIGKILL, and starts it again on what is on the disk. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Why there is no PostgreSQL for tests on this machine; undefined when there is one. */
export const noPostgres: string | undefined

/** Starts an empty server. `folder` is to be empty, and is gone with the server. */
export function startPostgres(options?: {
  settings?: Readonly<Record<string, string>>
  folder?: string
}): Promise<PostgresServer>

/** Why there is no PostgreSQL for the simulation on this machine; undefined when there is one. */
export const noPostgres: string | undefined

/** Starts a PostgreSQL whose schedule the simulation decides; `variable` tells the processes of the simulation where it is. */
export function startServer(): Promise<{ variable: Record<string, string>; stop(): Promise<void> }>

/** Sessions of the console that were signed out before their end, for every process of the database. */
export interface ConsoleSessions {
  /** Ends a session, which would hold until then (milliseconds since the Unix epoch). Resolves once that is durable; forgets those whose time is over. */
  endSession(id: string, until: number, now: number): Promise<void>
  /** Whether a session was ended. */
  isEnded(id: string): Promise<boolean>
}

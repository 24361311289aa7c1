/**
 * One change of the tables, never edited once released. First a version expands: it adds what the version before does not
 * need. A later one contracts: it takes away what no running version needs any more.
 */
export interface Migration {
  title: string
  sql: string
  /** A process of the version before goes on with the changed tables, and can be started on them again. */
  expands?: true
  /** A process of the version before cannot live with it: it waits until no heartbeat of one is left. */
  contracts?: true
}

/** What a database says of its tables. */
export interface TableVersion {
  /** How many migrations a service has to know to work with them. */
  needed: number
  /** How many have been applied. A version that only expanded them leaves more than an older service knows. */
  applied: number
}

/** How many migrations a service has to know to work with tables that have these: up to the last that did not only expand them. */
export function neededVersion(migrations: readonly Migration[]): number {
  return migrations.findLastIndex(({ expands }) => expands !== true) + 1
}

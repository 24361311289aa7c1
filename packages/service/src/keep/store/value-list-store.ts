/** A list of values as an upstream had it. */
export interface KeptValueList {
  values: readonly string[]
  /** When it was read, in milliseconds since the Unix epoch. */
  readAt: number
}

/** The lists of values that were read last, for every process of the database and across restarts. */
export interface ValueListStore {
  /** The list of that ID; undefined where none is kept. */
  find(id: string): Promise<KeptValueList | undefined>
  /** Keeps a list in the place of one that was read before it. Forgets all that were read before a time, in milliseconds since the Unix epoch. */
  keep(id: string, list: KeptValueList, forgetBefore: number): Promise<void>
}

/** What an account has in a queue, by which places are given out. */
export interface Standing {
  /** Its tasks there that run, or may run. */
  running: number
  weight: number
}

/** A task that waits; of two, the one that is due first comes first, and of two that are due at once that of the smaller ID. */
export interface Waiting {
  id: string
  due: number
}

/** An account that competes for places, with the first of its tasks that wait. */
export interface Competitor extends Standing {
  account: string
  waiting: number
  first: Waiting
}

/** Those who wait in a queue. */
export interface WaitingLine {
  accounts: Competitor[]
  /** When the latest tasks of the queue ended, the last one first, in milliseconds since the Unix epoch. */
  ends: number[]
}

/** What an account has in a queue. Times are milliseconds since the Unix epoch, by the store's clock. */
export interface OwnLine extends Standing {
  now: number
  /** The first of its tasks that wait and are due, in their order. */
  own: (Waiting & { created: number })[]
}

/** Reads who waits. */
export interface WaitingLines {
  /** The line of a queue, with so many ends; undefined when more accounts compete than that. */
  line(queue: string, limits: { accounts: number; ends: number }): Promise<WaitingLine | undefined>
  /** What an account has in a queue, with so many of its tasks. */
  own(queue: string, account: string, limit: number): Promise<OwnLine>
}

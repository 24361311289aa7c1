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

/** Those who wait in a queue, as one account sees it. Times are milliseconds since the Unix epoch, by the store's clock. */
export interface WaitingLine extends Standing {
  now: number
  /** The first of the account's tasks that wait and are due, in their order. */
  own: (Waiting & { created: number })[]
  /** Every other account that competes for places, with the first of its tasks that wait. */
  others: (Standing & { waiting: number; first: Waiting })[]
  /** When the latest tasks of the queue ended, the last one first. */
  ends: number[]
}

/** How much is read for a line: what is beyond has no place in it. */
export interface LineLimits {
  own: number
  accounts: number
  ends: number
}

/** Reads who waits. */
export interface WaitingLines {
  /** The line of a queue as an account sees it; undefined when more accounts compete than the limit. */
  line(queue: string, account: string, limits: LineLimits): Promise<WaitingLine | undefined>
}

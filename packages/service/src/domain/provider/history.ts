/** A task as an upstream lists it. */
export interface PastTask {
  /** The upstream's own ID. */
  reference: string
  /** `charged`: it was made; `free`: it has ended, and the upstream says nothing of a charge. */
  state: 'running' | 'charged' | 'free'
  /** When it was submitted, in milliseconds since the Unix epoch; absent where the list does not say. */
  created?: number | undefined
  /** What the upstream counted for it, in its own unit; absent where the list does not say. */
  cost?: string | undefined
}

/** An upstream's list could not be read to its end, so that nothing is concluded from it. The message says why. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError'
}

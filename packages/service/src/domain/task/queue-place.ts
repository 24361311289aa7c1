/** Where a task stands among those that wait for the same upstream. */
export interface QueuePlace {
  /** 1 is next. */
  position: number
  /** When it is expected to start, in milliseconds since the Unix epoch; undefined while nothing says so. */
  start: number | undefined
}

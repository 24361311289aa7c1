/** What is told how long runs take. All times are milliseconds. */
export interface RunTimes {
  /** New tasks were claimed, or found to be none. */
  claimed(took: number): void
  /** An upstream has taken a task, or this process begins to render it: so long after its submit. */
  started(queue: string, took: number): void
  /** A task has completed, with its files stored: so long after its submit. */
  completed(queue: string, took: number): void
}

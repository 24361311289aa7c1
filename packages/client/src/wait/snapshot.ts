import type { Task } from '@model-tasks/spec'

/** What is known of a task, and when, by the client's clock, it was seen. */
export interface Snapshot {
  readonly id: string
  /** Whether the service is known to have accepted it, also where no state of it was seen. */
  readonly accepted: boolean
  task: Task | undefined
  at: number
}

/** The queries of one wait that failed in a row. */
export interface Faults {
  /** Whether the service is known to have the task, so that a 404 is news. */
  readonly known: boolean
  /** When the last valid answer came, or the wait began. */
  readonly since: number
  count: number
  /** The error of the latest. */
  latest?: unknown
  /** Since when the service has answered 404 and nothing else. */
  missingSince?: number | undefined
}

import type { Task } from '@model-tasks/spec'
import type { CallOptions } from '../call/options.js'

/** What receiving a result needs of the handle of its task. */
export interface ResultOwner {
  readonly id: string
  /** The last state seen. */
  readonly task: Task | undefined
  query(options: CallOptions): Promise<Task>
  wait(options: CallOptions): Promise<Task>
}

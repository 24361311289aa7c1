import { ModelTasksError } from './model-tasks-error.js'

/** An answer that is not what the interface says: no JSON, no Task, a completed task without a result URL, a file of another type. */
export class ProtocolError extends ModelTasksError<{ body?: string }> {
  /** The text of the answer, where it is one. */
  declare readonly body?: string

  override get name(): string {
    return 'ProtocolError'
  }
}

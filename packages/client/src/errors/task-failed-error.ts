import { ModelTasksError } from './model-tasks-error.js'

/** The task ended as `failed`; the message holds what the service says in the task's `error` (interface, Errors 1). */
export class TaskFailedError extends ModelTasksError {
  override get name(): string {
    return 'TaskFailedError'
  }
}

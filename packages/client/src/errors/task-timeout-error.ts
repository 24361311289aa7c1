import { ModelTasksError } from './model-tasks-error.js'

/** `timeout` ran out before the task ended. The task itself goes on at the service. */
export class TaskTimeoutError extends ModelTasksError {
  override get name(): string {
    return 'TaskTimeoutError'
  }
}

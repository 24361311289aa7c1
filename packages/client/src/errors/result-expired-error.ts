import { ModelTasksError } from './model-tasks-error.js'

/** The result URL is no longer served, and a fresh query gave none that is (interface, Limits: result URLs expire). */
export class ResultExpiredError extends ModelTasksError {
  override get name(): string {
    return 'ResultExpiredError'
  }
}

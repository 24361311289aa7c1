import { ModelTasksError } from './model-tasks-error.js'

/** The result URL is no longer served, and a fresh query gave none that is (interface, Limits: result URLs expire). */
export class ResultExpiredError extends ModelTasksError<{ status: number }> {
  /** What the host of the result answered last: 403, 404 or 410. */
  declare readonly status: number

  override get name(): string {
    return 'ResultExpiredError'
  }
}

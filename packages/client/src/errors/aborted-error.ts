import { ModelTasksError } from './model-tasks-error.js'

/**
 * The caller's signal fired. Its name is `AbortError`, as everywhere on the platform, and `cause` is the signal's reason.
 * A submit that was already sent does not end in this error but in `SubmitUnknownError`.
 */
export class AbortedError extends ModelTasksError {
  override get name(): string {
    return 'AbortError'
  }
}

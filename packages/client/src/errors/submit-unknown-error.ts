import { ModelTasksError } from './model-tasks-error.js'

/**
 * The request went out and no usable answer came back: the task may have been accepted, and paid for.
 * Submitting the same again could buy it twice; `idempotencyKey` identifies this submit to a service that keeps such keys.
 */
export class SubmitUnknownError extends ModelTasksError<{ idempotencyKey: string; taskMayExist: true }> {
  declare readonly idempotencyKey: string

  override get name(): string {
    return 'SubmitUnknownError'
  }
}

import type { Found } from '../policy/found.js'
import { ModelTasksError } from './model-tasks-error.js'

/** What is known of a submit whose outcome is not. */
export interface SubmitUnknownDetails {
  idempotencyKey: string
  found: readonly Found[]
  status?: number | undefined
  headers?: Headers | undefined
  body?: string | undefined
  json?: unknown
}

/**
 * The request went out and no usable answer came back: the task may have been accepted, and paid for.
 * Submitting the same again could pay twice; `idempotencyKey` identifies this submit to a service that keeps such keys.
 */
export class SubmitUnknownError extends ModelTasksError<SubmitUnknownDetails> {
  declare readonly idempotencyKey: string
  /** IDs and locations in the answer, which may lead to the task. */
  declare readonly found: readonly Found[]
  /** The answer, where one came, less the API key where it was echoed. */
  declare readonly status?: number
  declare readonly headers?: Headers
  declare readonly body?: string
  declare readonly json?: unknown

  override get name(): string {
    return 'SubmitUnknownError'
  }
}

import type { Finding } from '@model-tasks/validation'
import { ModelTasksError } from './model-tasks-error.js'

/** The request breaks the model's rules. Found before anything was sent, or answered by the service: no task was made. */
export class RequestInvalidError extends ModelTasksError<{ findings: Finding[]; status?: number }> {
  /** Each mistake, and each advice beside it, with its rule, path and message. */
  declare readonly findings: Finding[]
  /** The status of the answer, where the service found it. */
  declare readonly status?: number

  override get name(): string {
    return 'RequestInvalidError'
  }
}

/** Whether the `findings` of an answer are those of an invalid request. */
export function isFindings(value: unknown): value is Finding[] {
  return Array.isArray(value) && value.every((item: { message?: unknown } | null) => item?.message)
}

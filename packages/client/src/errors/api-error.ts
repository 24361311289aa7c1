import type { Answer } from '../policy/answer.js'
import { ModelTasksError } from './model-tasks-error.js'

/** An HTTP error status. `status`, `headers`, `body`, `json` and `requestId` are the answer as it came, less the API key where it was echoed. */
export class ApiError extends ModelTasksError<Answer & { retryAfter?: number | undefined }> {
  declare readonly status: number
  declare readonly headers: Headers
  /** The body as a string. */
  declare readonly body: string
  /** The parsed body; undefined when it is not JSON. */
  declare readonly json: unknown
  /** Milliseconds that the answer's Retry-After asks to wait; undefined when it has none. */
  declare readonly retryAfter?: number

  override get name(): string {
    return 'ApiError'
  }
}

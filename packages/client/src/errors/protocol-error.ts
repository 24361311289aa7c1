import { ModelTasksError } from './model-tasks-error.js'

/** An answer that is not what the interface says: no JSON, no Task, a completed task without a result URL, a file of another type. */
export class ProtocolError extends ModelTasksError<{
  status?: number
  headers?: Headers
  body?: string
  json?: unknown
}> {
  /** The answer of the service, where it is one, less the API key where it was echoed. */
  declare readonly status?: number
  declare readonly headers?: Headers
  declare readonly body?: string
  declare readonly json?: unknown

  override get name(): string {
    return 'ProtocolError'
  }
}

import { ModelTasksError } from './model-tasks-error.js'

/** No answer: the connection failed, was lost, or took longer than `requestTimeout`. */
export class ConnectionError extends ModelTasksError<{ nothingSent: boolean }> {
  /** True when it is proven that the request never left: a failed name lookup, a refused connection, a refused certificate. */
  declare readonly nothingSent: boolean

  override get name(): string {
    return 'ConnectionError'
  }
}

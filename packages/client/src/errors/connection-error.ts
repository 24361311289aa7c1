import { ModelTasksError } from './model-tasks-error.js'

/** No answer: the connection failed, was lost, or took longer than `requestTimeout`. */
export class ConnectionError extends ModelTasksError<{ nothingSent: boolean; refused?: true | undefined }> {
  /** True when it is proven that the request never left: a failed name lookup, a refused connection, a refused certificate. */
  declare readonly nothingSent: boolean
  /** True when the platform does not send such a request at all, such as to a port that it bars: asking again is in vain. */
  declare readonly refused?: true

  override get name(): string {
    return 'ConnectionError'
  }
}

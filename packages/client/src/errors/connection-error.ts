import { ModelTasksError } from './model-tasks-error.js'

/** No answer: the connection failed, was lost, or took longer than `requestTimeout`; or the call had no time left to send. */
export class ConnectionError extends ModelTasksError<{ nothingSent: boolean; blocked?: true | undefined }> {
  /** True when it is proven that the request never left: a failed name lookup, a connection or certificate that was not accepted, a timeout that had passed. */
  declare readonly nothingSent: boolean
  /** True when the platform does not send such a request at all, such as to a port that it blocks: repeating it is in vain. */
  declare readonly blocked?: true

  override get name(): string {
    return 'ConnectionError'
  }
}

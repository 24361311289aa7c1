import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import type { ErrorDetails, ModelTasksError } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { innermostMessage } from '../policy/classify.js'
import { Stopped } from '../policy/scope.js'
import { cancelAborted } from '../wait/cancel-aborted.js'
import type { Call, Context } from './context.js'
import { onFailure } from './on-failure.js'

/**
 * Runs work that the scope of a call bounds. Throws `stoppedError` when the scope ends first. When what it loads for a task cannot be
 * had, the error says which task it is: ConnectionError, which says how to resume, where the host of the files may answer the next
 * time, as in a browser; an internal error where a file of the installed package is missing, since repeating the call is in vain.
 */
export async function within<T>(
  context: Context,
  call: Call,
  work: () => Promise<T>,
  about: ErrorDetails = {},
): Promise<T> {
  return call.scope.run(work).catch(async (reason: unknown) => {
    if (reason instanceof Stopped) throw stoppedError(context, call, reason, about)
    const { taskId } = about
    throw taskId
      ? ((await onFailure(call))?.incomplete(reason, about) ??
          new ConnectionError(`task ${taskId}: ${innermostMessage(reason)}`, {
            ...about,
            nothingSent: true,
            cause: reason,
          }))
      : reason
  })
}

/**
 * The error of a call that its scope ended: AbortedError, or of a timeout, about the task where there is one; `late` says how far
 * that was. A task whose call was aborted is cancelled, where the call asks for that.
 */
export function stoppedError(
  context: Context,
  call: Call,
  { why, message, cause }: Stopped,
  about: ErrorDetails,
  late = `task ${about.taskId}: ${message}`,
): ModelTasksError {
  const { taskId, task } = about
  if (why === 'aborted') {
    cancelAborted(context, call, taskId, task)
    return new AbortedError(taskId ? `the wait for task ${taskId} was aborted` : message, { ...about, cause })
  }
  if (taskId) return new TaskTimeoutError(late, about)
  return new ConnectionError(`nothing was sent: ${message}`, { nothingSent: true, code: 'deadline' })
}

import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import type { ErrorDetails, ModelTasksError } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { innermostMessage } from '../policy/classify.js'
import { Stopped } from '../policy/scope.js'
import { cancelAborted } from '../wait/cancel-aborted.js'
import type { Call, Context } from './context.js'

/**
 * Runs work that the scope of a call bounds. Throws `stoppedError` when the scope ends first, and ConnectionError when what it loads
 * for a task cannot be had, so that the error says which task it is and how to resume it.
 */
export async function within<T>(
  context: Context,
  call: Call,
  work: () => Promise<T>,
  about: ErrorDetails = {},
): Promise<T> {
  return call.scope.run(work).catch((reason: unknown) => {
    if (reason instanceof Stopped) throw stoppedError(context, call, reason, about)
    const { taskId } = about
    throw taskId
      ? new ConnectionError(`task ${taskId}: ${innermostMessage(reason)}`, {
          ...about,
          nothingSent: true,
          cause: reason,
        })
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

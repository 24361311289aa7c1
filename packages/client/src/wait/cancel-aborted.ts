import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { innermostMessage } from '../policy/classify.js'
import { isTerminal } from '../task/task.js'

/**
 * Cancels a task whose call was aborted, once and in the background, where the call asks for that and the task has not ended.
 * A failure is a warning: the task may run on, and be paid for.
 */
export function cancelAborted(context: Context, call: Call, taskId: string | undefined, task: Task | undefined): void {
  if (!taskId || !call.cancelOnAbort || isTerminal(task)) return
  import('../service/extensions.js')
    .then(({ cancelLater }) => cancelLater(context, call, taskId))
    .catch((error: unknown) => context.logger.warn?.(`task ${taskId} was not cancelled: ${innermostMessage(error)}`))
}

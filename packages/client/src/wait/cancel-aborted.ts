import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { Scope } from '../policy/scope.js'
import { isTerminal } from '../task/task.js'

/** Milliseconds that a cancellation may take, whose caller has already left. */
const cancelTimeout = 10_000

/**
 * Cancels a task whose call was aborted, once and in the background, where the call asks for that and the task has not ended.
 * A failure is a warning: the task may run on, and be paid for.
 */
export function cancelAborted(context: Context, call: Call, taskId: string, task: Task | undefined): void {
  if (!call.cancelOnAbort || (task && isTerminal(task))) return
  const scope = new Scope(cancelTimeout, undefined, context.clock)
  import('../service/extensions.js')
    .then(({ cancel }) => cancel(context, { ...call, signal: undefined, scope, deadline: scope.deadline }, taskId))
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      context.logger.warn?.(`task ${taskId} was not cancelled after the abort: ${why}`)
    })
}

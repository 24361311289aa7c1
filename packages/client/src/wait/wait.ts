import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { AbortedError } from '../errors/aborted-error.js'
import { TaskFailedError } from '../errors/task-failed-error.js'
import { redact } from '../policy/redact.js'
import { Scope } from '../policy/scope.js'
import { updates, type Snapshot } from './updates.js'

/** The completed task. Throws TaskFailedError when it failed, and what `updates` throws. */
export async function wait(context: Context, call: Call, snapshot: Snapshot): Promise<Task> {
  let task: Task | undefined
  try {
    for await (task of updates(context, call, snapshot)) void tell(context.logger, call.scope, call.onProgress, task)
  } catch (error) {
    if (error instanceof AbortedError && call.cancelOnAbort) void cancelInBackground(context, call, snapshot.id)
    throw error
  }
  task ??= snapshot.task as Task
  if (task.status !== 'failed') return task
  const { error } = task
  const why = typeof error === 'string' ? error : JSON.stringify(error ?? undefined)
  throw new TaskFailedError(redact(`task ${snapshot.id} failed: ${why || 'no reason given'}`, context.secrets), {
    taskId: snapshot.id,
    task,
  })
}

/** Milliseconds that a cancellation may take, whose caller has already left. */
const cancelTimeout = 10_000

/** Cancels a task once. A failure is a warning: the task may run on, and be paid for. */
async function cancelInBackground(context: Context, call: Call, taskId: string): Promise<void> {
  const scope = new Scope(cancelTimeout, undefined, context.clock)
  try {
    const { cancel } = await import('../service/extensions.js')
    await cancel(context, { ...call, signal: undefined, scope, deadline: scope.deadline }, taskId)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    context.logger.warn?.(`task ${taskId} was not cancelled after the abort: ${why}`)
  }
}

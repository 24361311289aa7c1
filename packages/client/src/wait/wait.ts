import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { onFailure } from '../call/on-failure.js'
import { tell } from '../call/tell.js'
import { TaskFailedError } from '../errors/task-failed-error.js'
import type { Snapshot } from './snapshot.js'
import { updates } from './updates.js'

/** The completed task. Throws TaskFailedError when it failed, and what `updates` throws. */
export async function wait(context: Context, call: Call, snapshot: Snapshot): Promise<Task> {
  for await (const task of updates(context, call, snapshot))
    void tell(context.logger, call.scope, call.onProgress, task)
  const task = snapshot.task as Task
  if (task.status !== 'failed') return task
  const words = await onFailure(call)
  throw new TaskFailedError(words?.describeFailed(context, task) ?? `task ${task.id} failed`, { taskId: task.id, task })
}

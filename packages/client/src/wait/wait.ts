import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { TaskFailedError } from '../errors/task-failed-error.js'
import { redact } from '../policy/redact.js'
import { updates, type Snapshot } from './updates.js'

/** The completed task. Throws TaskFailedError when it failed, and what `updates` throws. */
export async function wait(context: Context, call: Call, snapshot: Snapshot): Promise<Task> {
  let task: Task | undefined
  for await (task of updates(context, call, snapshot)) void tell(context.logger, call.scope, call.onProgress, task)
  task ??= snapshot.task as Task
  if (task.status !== 'failed') return task
  const { error } = task
  const why = typeof error === 'string' ? error : JSON.stringify(error ?? undefined)
  throw new TaskFailedError(redact(`task ${snapshot.id} failed: ${why || 'no reason given'}`, context.secrets), {
    taskId: snapshot.id,
    task,
  })
}

import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { TaskFailedError } from '../errors/task-failed-error.js'
import { redact } from '../policy/redact.js'
import { tell } from '../call/tell.js'
import { updates, type Sighting } from './updates.js'

export { updates }

/** The completed task. Throws TaskFailedError when it failed, and what `updates` throws. */
export async function wait(context: Context, call: Call, sighting: Sighting): Promise<Task> {
  let task: Task | undefined
  for await (task of updates(context, call, sighting)) void tell(context, call.onProgress, task)
  task ??= sighting.task as Task
  if (call.journal) await tell(context, (await import('../journal/write.js')).ended(call.journal), task)
  if (task.status !== 'failed') return task
  const { error } = task
  const why = typeof error === 'string' ? error : JSON.stringify(error ?? undefined)
  throw new TaskFailedError(redact(`task ${sighting.id} failed: ${why || 'no reason given'}`, [context.apiKey]), {
    taskId: sighting.id,
    task,
  })
}

import type { Task } from '@model-tasks/spec'
import { isTerminal } from '../task/task.js'

/** What any error may know beyond its message. */
export interface ErrorDetails {
  cause?: unknown
  taskId?: string | undefined
  task?: Task | undefined
  /** The call on the task's handle that takes it up again; empty when none does. Default `wait()`. */
  again?: string | undefined
}

/**
 * The root of every error this client makes. An error about a task carries its id and the last state seen, and says how
 * to take the task up again while it has not ended. Raw values (task, headers, body, findings) are not enumerable, so that printing or
 * serialising an error shows no signed URL and no prompt.
 */
export class ModelTasksError<Details extends object = object> extends Error {
  /** The task this error is about, when its id is known. */
  declare readonly taskId?: string
  /** The last state of that task this client has seen. */
  declare readonly task?: Task
  /** True when a submit ended in this error although the service may have accepted the task. */
  declare readonly taskMayExist?: boolean

  constructor(message: string, details: Details & ErrorDetails) {
    const { taskId, task, again = task && isTerminal(task) ? '' : 'wait()', ...shown } = details
    const hint = taskId && again && `; client.task('${taskId}').${again} takes it up again`
    super(hint ? message.replace(hint, '') + hint : message)
    for (const [key, value] of Object.entries({ ...shown, taskId, task })) {
      const enumerable = typeof value !== 'object' && key !== 'body' && key !== 'json'
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable, configurable: true })
    }
  }

  override get name(): string {
    return 'ModelTasksError'
  }
}

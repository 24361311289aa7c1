import type { Task } from '@model-tasks/spec'
import { isTerminal } from '../task.js'

/** What any error may know beyond its message. */
export interface ErrorDetails {
  cause?: unknown
  taskId?: string | undefined
  task?: Task | undefined
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
    const { taskId, task } = details
    super(!taskId || task && isTerminal(task) ? message : `${message}; client.task('${taskId}').wait() takes it up again`)
    for (const [key, value] of Object.entries(details)) {
      const enumerable = typeof value !== 'object' && key !== 'body'
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable, configurable: true })
    }
  }

  override get name(): string {
    return 'ModelTasksError'
  }
}

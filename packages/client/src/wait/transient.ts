import type { ModelTasksError } from '../errors/model-tasks-error.js'
import { faultVerdict } from './fault-verdict.js'

/** Whether a failed query says nothing about the task, so that asking again is right. */
export function isTransient(error: unknown): error is ModelTasksError {
  return faultVerdict(error) === 'transient'
}

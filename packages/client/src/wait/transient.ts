import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { queryVerdict } from '../policy/query-verdict.js'

/** Whether a failed query says nothing about the task, so that asking again is right. */
export function isTransient(error: unknown): error is ModelTasksError {
  if (error instanceof ApiError) return queryVerdict(error.status) === 'transient'
  return (error instanceof ConnectionError && !error.blocked) || error instanceof ProtocolError
}

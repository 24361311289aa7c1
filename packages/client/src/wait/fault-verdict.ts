import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { queryVerdict } from '../policy/query-verdict.js'

/** What the error of a query says about the task, as `queryVerdict` says it of a status. */
export function faultVerdict(error: unknown): ReturnType<typeof queryVerdict> {
  if (error instanceof ApiError) return queryVerdict(error.status)
  return (error instanceof ConnectionError && !error.blocked) || error instanceof ProtocolError ? 'transient' : 'final'
}

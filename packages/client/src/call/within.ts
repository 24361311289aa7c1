import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import type { ErrorDetails, ModelTasksError } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { Stopped, type Scope } from '../policy/scope.js'

/** Runs work that the scope of a call bounds. Throws AbortedError or a timeout error, about the task where there is one, when the scope ends first. */
export async function within<T>(scope: Scope, work: () => Promise<T>, about: ErrorDetails = {}): Promise<T> {
  return scope.run(work).catch((reason: unknown) => {
    throw reason instanceof Stopped ? stoppedError(reason, about) : reason
  })
}

function stoppedError({ why, message, cause }: Stopped, about: ErrorDetails): ModelTasksError {
  if (why === 'aborted') return new AbortedError(message, { ...about, cause })
  if (about.taskId) return new TaskTimeoutError(`task ${about.taskId}: ${message}`, about)
  return new ConnectionError(`nothing was sent: ${message}`, { nothingSent: true, code: 'deadline' })
}

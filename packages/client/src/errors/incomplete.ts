import { innermostMessage } from '../policy/classify.js'
import { ModelTasksError, type ErrorDetails } from './model-tasks-error.js'

/**
 * The error about a task of a call for which a file of the installed package is missing or does not fit the others: repeating it is in
 * vain, so that it names no call that resumes. Undefined where `reason` is another failure.
 */
export function incomplete(reason: unknown, about: ErrorDetails): ModelTasksError | undefined {
  const { code } = Object(reason) as { code?: unknown }
  if (!(reason instanceof SyntaxError) && !/MODULE_NOT_FOUND|NOT_EXPORTED/.test(String(code))) return undefined
  return new ModelTasksError(`task ${about.taskId}: internal error: ${innermostMessage(reason)}`, {
    ...about,
    code: 'internal',
    cause: reason,
    again: '',
    hint: 'Install @model-tasks/client again; the task itself is not affected',
  })
}

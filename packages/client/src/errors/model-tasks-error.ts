import type { Task } from '@model-tasks/spec'
import type { Outcome } from '../policy/outcome.js'
import { isTerminal } from '../task/task.js'

/** What a submit that brought no ID proved. */
export type Proved = Exclude<Outcome['proved'], 'accepted'>

/** What any error may know beyond its summary. */
export interface ErrorDetails {
  cause?: unknown
  /** Default: from the name of the class. */
  code?: string | undefined
  /** Of an error that ends a submit. */
  proved?: Proved | undefined
  taskId?: string | undefined
  task?: Task | undefined
  requestId?: string | undefined
  /** What to do next, beyond resuming; a sentence without its full stop. */
  hint?: string | undefined
  /** The call on the task's handle that resumes it; empty when none does. Default `wait()`. */
  again?: string | undefined
}

/**
 * The root of every error this client throws. An error about a task carries its ID and the last state seen, and says how
 * to resume while the task has not ended. Raw values (task, headers, body, findings, cause) are not enumerable, so that printing
 * or serialising an error shows no signed URL and no prompt.
 */
export class ModelTasksError<Details extends object = object> extends Error {
  /** Stable, for programs: `task-timeout`, `rate-limit`, `invalid-option` … */
  declare readonly code: string
  /** What went wrong: `message` without `hint` and `resume`. */
  declare readonly summary: string
  /** What to do next, where there is something to do beyond resuming. */
  declare readonly hint?: string
  /** The call that resumes the task, such as `client.task('id').wait()`. */
  declare readonly resume?: string
  /** The task this error is about, when its ID is known. */
  declare readonly taskId?: string
  /** The last state of that task this client has seen. */
  declare readonly task?: Task
  /** The ID that the service gave to the request. */
  declare readonly requestId?: string
  /**
   * What the submit that ended in this error proved: nothing left this process, the service rejected it, or a task may
   * exist. Undefined when what failed was not a submit.
   */
  declare readonly proved?: Proved
  /** Whether `proved` is `may exist`. */
  declare readonly taskMayExist?: boolean

  constructor(summary: string, details: Details & ErrorDetails) {
    const { taskId, task, again = isTerminal(task) ? '' : 'wait()', hint, code, proved, ...own } = details
    const resume = taskId && again ? `client.task('${taskId}').${again}` : undefined
    super([summary, hint, resume && `Resume with ${resume}`].filter(Boolean).join('. '))
    describe(this, { code: code ?? codeOf(this.name), hint, resume, ...own, taskId, task, summary })
    if (proved) withProof(this, proved)
  }

  override get name(): string {
    return 'ModelTasksError'
  }

  /** What a log needs: no task, answer or request, which may hold a signed URL or a prompt. */
  toJSON(): Record<string, unknown> {
    const { name, code, message } = this
    return Object.assign<Record<string, unknown>, object>({ name, code, message }, this)
  }
}

/** The error, which says what the submit that it ended proved. */
export function withProof(error: ModelTasksError, proved: Proved): ModelTasksError {
  return describe(error, { proved, taskMayExist: proved === 'may exist' })
}

/** Sets what is known; what may hold a signed URL or a prompt, or is in the message, is not enumerable. */
function describe(error: ModelTasksError, fields: object): ModelTasksError {
  for (const [key, value] of Object.entries(fields) as [string, unknown][]) {
    const enumerable = typeof value !== 'object' && !['body', 'json', 'cause', 'summary'].includes(key)
    if (value !== undefined) Object.defineProperty(error, key, { value, enumerable, configurable: true })
  }
  return error
}

/** `TaskTimeoutError` has the code `task-timeout`. */
function codeOf(name: string): string {
  return name
    .replace('Error', '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase()
}

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

const loggedFields = [
  'status',
  'taskId',
  'requestId',
  'proved',
  'taskMayExist',
  'nothingSent',
  'retryAfter',
  'idempotencyKey',
  'path',
  'partFile',
  'hint',
  'resume',
] as const

/**
 * The root of every error this client throws. An error about a task carries its ID and the last state seen, and says how
 * to resume while the task has not ended. Raw values (task, headers, body, findings) are not enumerable, so that printing or
 * serialising an error shows no signed URL and no prompt.
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
    const { taskId, task, again = task && isTerminal(task) ? '' : 'wait()', hint, code, proved, ...own } = details
    const resume = taskId && again ? `client.task('${taskId}').${again}` : undefined
    super([summary, hint, resume && `Resume with ${resume}`].filter(Boolean).join('. '))
    const fields = { code: code ?? codeOf(this.name), hint, resume, ...own, taskId, task }
    Object.defineProperty(this, 'summary', { value: summary })
    for (const [key, value] of Object.entries(fields)) {
      const enumerable = typeof value !== 'object' && key !== 'body' && key !== 'json'
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable, configurable: true })
    }
    if (proved) withProof(this, proved)
  }

  override get name(): string {
    return 'ModelTasksError'
  }

  /** What a log needs: no task, answer or request, which may hold a signed URL or a prompt. */
  toJSON(): Record<string, unknown> {
    const { name, code, message } = this
    const all: Record<string, unknown> = { name, code, message }
    for (const field of loggedFields) {
      const value = (this as Partial<Record<(typeof loggedFields)[number], unknown>>)[field]
      if (value !== undefined) all[field] = value
    }
    return all
  }
}

/** The error, which says what the submit that it ended proved. */
export function withProof(error: ModelTasksError, proved: Proved): ModelTasksError {
  for (const [key, value] of [
    ['proved', proved],
    ['taskMayExist', proved === 'may exist'],
  ] as const)
    Object.defineProperty(error, key, { value, enumerable: true, configurable: true })
  return error
}

/** `TaskTimeoutError` has the code `task-timeout`. */
function codeOf(name: string): string {
  return name
    .replace('Error', '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase()
}

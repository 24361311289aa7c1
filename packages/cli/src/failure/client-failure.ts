import type { Task } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'
import type { Exit } from './exit-codes.js'

/** What an error of the client says, read from its fields. */
export interface ClientFailure {
  name: string
  /** The client's own stable code, such as `task-timeout`. */
  code: string | undefined
  /** What went wrong and what to do; how to resume is for the terminal to say. */
  message: string
  kind: Exit | 'aborted'
  taskId: string | undefined
  task: Task | undefined
  status: number | undefined
  findings: readonly Finding[] | undefined
  /** Whether a submit ended in it although the task may have been accepted. */
  mayExist: boolean
}

/** The client's errors by name: names are part of its contract, and reading them does not load it. */
const kinds: Readonly<Record<string, Exit | 'aborted'>> = {
  AbortError: 'aborted',
  ApiError: 'rejected',
  AuthenticationError: 'authentication',
  ConnectionError: 'connection',
  ModelUnavailableError: 'unavailable',
  ProtocolError: 'connection',
  RateLimitError: 'rejected',
  RequestInvalidError: 'invalid',
  ResultExpiredError: 'expired',
  StorageError: 'notStored',
  SubmitUnknownError: 'submitUnknown',
  TaskFailedError: 'failed',
  TaskTimeoutError: 'timeout',
}

const fieldNames = ['taskId', 'task', 'status', 'findings', 'taskMayExist', 'code', 'summary', 'hint'] as const

/** An error of the client as fields; undefined for any other error. */
export function clientFailure(error: unknown): ClientFailure | undefined {
  if (!(error instanceof Error) || !('summary' in error)) return undefined
  const [taskId, task, status, findings, taskMayExist, code, summary, hint] = fieldNames.map((name): unknown =>
    Reflect.get(error, name),
  )
  return {
    name: error.name,
    code: typeof code === 'string' ? code : undefined,
    message: [summary, hint].filter((part) => typeof part === 'string').join('. '),
    kind: code === 'invalid-option' ? 'usage' : (kinds[error.name] ?? 'unexpected'),
    taskId: typeof taskId === 'string' ? taskId : undefined,
    task: isTask(task) ? task : undefined,
    status: typeof status === 'number' ? status : undefined,
    findings: Array.isArray(findings) ? (findings as Finding[]) : undefined,
    mayExist: taskMayExist === true || error.name === 'SubmitUnknownError',
  }
}

function isTask(value: unknown): value is Task {
  return typeof value === 'object' && value !== null && 'id' in value && 'status' in value
}

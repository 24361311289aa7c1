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
  /** What went wrong alone. */
  summary: string | undefined
  kind: Exit | 'aborted'
  taskId: string | undefined
  task: Task | undefined
  status: number | undefined
  /** Milliseconds that the service asks to wait before the next attempt. */
  retryAfter: number | undefined
  /** Whether nothing listens where the service should be. */
  refused: boolean
  findings: readonly Finding[] | undefined
  /** What it proved, where it ended a submit. */
  proved: 'not sent' | 'rejected' | 'may exist' | undefined
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

const fieldNames = ['taskId', 'task', 'status', 'findings', 'proved', 'code', 'summary', 'hint', 'retryAfter'] as const

/** An error of the client as fields; undefined for any other error. */
export function clientFailure(error: unknown): ClientFailure | undefined {
  if (!(error instanceof Error) || !('summary' in error)) return undefined
  const [taskId, task, status, findings, proved, code, summary, hint, retryAfter] = fieldNames.map((name): unknown =>
    Reflect.get(error, name),
  )
  return {
    name: error.name,
    code: typeof code === 'string' ? code : undefined,
    message: [summary, hint].filter((part) => typeof part === 'string').join('. '),
    summary: typeof summary === 'string' ? summary : undefined,
    kind: kindOf(error.name, code),
    taskId: typeof taskId === 'string' ? taskId : undefined,
    task: isTask(task) ? task : undefined,
    status: typeof status === 'number' ? status : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
    refused: isRefused(error),
    findings: Array.isArray(findings) ? (findings as Finding[]) : undefined,
    proved: proved === 'not sent' || proved === 'rejected' || proved === 'may exist' ? proved : undefined,
  }
}

function kindOf(name: string, code: unknown): ClientFailure['kind'] {
  if (code === 'invalid-option' || code === 'journal-failed') return 'usage'
  if (code === 'identical-request') return 'identical'
  return code === 'deadline' ? 'stopped' : (kinds[name] ?? 'unexpected')
}

/** Whether the connection was refused at every address of the host; Bun has another name for that. */
function isRefused(error: unknown): boolean {
  const { code, cause, errors } = Object(error) as { code?: unknown; cause?: unknown; errors?: unknown }
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isRefused)
  return code === 'ECONNREFUSED' || code === 'ConnectionRefused' || (cause instanceof Error && isRefused(cause))
}

function isTask(value: unknown): value is Task {
  return typeof value === 'object' && value !== null && 'id' in value && 'status' in value
}

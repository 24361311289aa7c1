import { APICallError } from '@ai-sdk/provider'
import { ModelTasksError, RequestInvalidError, type Finding } from '@model-tasks/client'

/** What the `data` of an `APICallError` of this provider says. */
export interface ModelTasksErrorData {
  /** Stable, for programs: `request-invalid`, `submit-unknown`, `rate-limit`, … */
  code: string
  /** What is wrong with the request, by parameter. */
  findings?: readonly Finding[]
  /** The task that the error is about. It goes on, where it has not ended. */
  taskId?: string
  /** Whether a task may exist although its ID is not known: the same call again could pay twice, except under its own idempotency-key. */
  taskMayExist?: boolean
  /** The Idempotency-Key that the submit carried. */
  idempotencyKey?: string
  /** The ID that the service gave to the request. */
  requestId?: string
}

/** What failed, for the message and the members of an error. */
export interface CallSubject {
  service: string
  model: string
  taskId?: string | undefined
  idempotencyKey?: string | undefined
}

/**
 * An error as the AI SDK throws it, which never asks for a retry: what can be sent again without paying twice, the client has sent
 * again. Holds no prompt, key or URL of a result. An abort stays an `AbortError`; what is not an error of the client stays as it is.
 */
export function callError(error: unknown, subject: CallSubject): unknown {
  if (!isClientError(error) || error.name === 'AbortError' || APICallError.isInstance(error)) return error
  const { status, headers } = error as { status?: number; headers?: unknown }
  return new APICallError({
    message: messageOf(error),
    url: `${subject.service}/tasks${subject.taskId === undefined ? '' : `/${subject.taskId}`}`,
    requestBodyValues: { model: subject.model },
    ...(status !== undefined && { statusCode: status }),
    ...(headers instanceof Headers && { responseHeaders: Object.fromEntries(headers) }),
    cause: error,
    isRetryable: false,
    data: dataOf(error, subject),
  })
}

/** Whether an error is one of the client. */
export function isClientError(error: unknown): error is ModelTasksError {
  return error instanceof ModelTasksError
}

/** The words of an error, with one line per finding. */
export function messageOf(error: ModelTasksError): string {
  const hint = error.hint === undefined || mentionsClient.test(error.hint) ? '' : `. ${error.hint}`
  const about = error.taskId === undefined || error.summary.includes(error.taskId) ? '' : ` (task ${error.taskId})`
  if (!(error instanceof RequestInvalidError)) return `${error.summary}${about}${hint}`
  const lines = error.findings.map(({ message }) => `- ${message}`).filter((line) => !error.summary.includes(line))
  return [error.summary, ...lines].join('\n')
}

/** Advice about calls of the client, which users of the AI SDK do not make. */
const mentionsClient = /`|client\.|resumeAll/

function dataOf(error: ModelTasksError, subject: CallSubject): ModelTasksErrorData {
  const { code, taskId = subject.taskId, taskMayExist, requestId } = error
  const { idempotencyKey = subject.idempotencyKey } = error as { idempotencyKey?: string }
  return {
    code,
    ...(error instanceof RequestInvalidError && { findings: error.findings }),
    ...(taskId !== undefined && { taskId }),
    ...(taskMayExist !== undefined && { taskMayExist }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(requestId !== undefined && { requestId }),
  }
}

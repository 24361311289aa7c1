import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  ModelTasksError,
  ModelUnavailableError,
  ProtocolError,
  RequestInvalidError,
  ResultExpiredError,
  SubmitUnknownError,
  TaskFailedError,
  TaskTimeoutError,
} from '@model-tasks/client'
import type { Finding } from '@model-tasks/validation'
import type { Exit } from './exit-codes.js'
import { Problem } from './problem.js'
import { quoted } from './shell.js'
import { printable } from './terminal/printable.js'

/** A failure as the terminal tells it. */
export interface Failure {
  name: string
  message: string
  exit: Exit
  /** Commands to type next. */
  next: readonly string[]
  taskId?: string
  findings?: readonly Finding[]
}

/** What is known of the command that failed, so that the next one can be printed whole. */
export interface Circumstances {
  /** Where the result was to go. */
  out?: string | undefined
  model?: string | undefined
  baseUrl?: string | undefined
  /** Commands that tell about the models of a batch. */
  pages?: readonly string[]
  interrupted: boolean
}

/** Turns whatever was thrown into words, an exit code and the command to type next. */
export function explain(error: unknown, circumstances: Circumstances): Failure {
  if (error instanceof Problem) return { name: error.name, message: error.message, exit: error.exit, next: error.next }
  if (!isClientError(error)) {
    if (circumstances.interrupted)
      return { name: 'AbortError', message: 'interrupted; nothing was submitted', exit: 'interrupted', next: [] }
    const system = error instanceof Error && 'code' in error
    return {
      name: 'Error',
      message: error instanceof Error ? (system ? error.message : (error.stack ?? error.message)) : String(error),
      exit: system ? 'usage' : 'unexpected',
      next: [],
    }
  }
  const { exit, next = [] } = kindOf(error, circumstances)
  const { taskId } = error
  const goesOn =
    taskId !== undefined &&
    !(error instanceof ApiError && error.status === 404) &&
    (exit === 'interrupted' || exit === 'timeout' || exit === 'connection' || exit === 'refused')
  return {
    name: error.name,
    message:
      exit === 'interrupted' && taskId !== undefined
        ? `interrupted; task ${taskId} goes on at the service`
        : printable(error.hint === undefined ? error.summary : `${error.summary}. ${error.hint}`),
    exit,
    next: goesOn ? [resume(taskId, circumstances.out), ...next] : next,
    ...(taskId === undefined ? {} : { taskId }),
    ...(error instanceof RequestInvalidError ? { findings: error.findings } : {}),
  }
}

function isClientError(error: unknown): error is ModelTasksError {
  return error instanceof ModelTasksError
}

/** The command that takes a task up again. */
export function resume(taskId: string, out: string | undefined): string {
  return `model-tasks get ${taskId} --out ${out === undefined ? '.' : quoted(out)}`
}

interface Kind {
  exit: Exit
  next?: readonly string[]
}

function kindOf(error: ModelTasksError, { interrupted, model, out, baseUrl, pages }: Circumstances): Kind {
  const task = error.taskId
  if (error instanceof SubmitUnknownError || error.taskMayExist === true)
    return { exit: 'submitUnknown', next: ['model-tasks list', 'model-tasks resume'] }
  if (error.name === 'AbortError' || interrupted) return { exit: 'interrupted' }
  if (error instanceof RequestInvalidError)
    return { exit: 'invalid', next: pages ?? [aboutModel(error.findings, model)] }
  if (error instanceof ModelUnavailableError) return { exit: 'unavailable', next: ['model-tasks models --available'] }
  if (error instanceof AuthenticationError)
    return { exit: 'authentication', next: [`model-tasks config set work --base-url ${baseUrl ?? '…'}`] }
  if (error instanceof TaskFailedError)
    return { exit: 'failed', next: task === undefined ? [] : [`model-tasks get ${task} --json`] }
  if (error instanceof TaskTimeoutError) return { exit: 'timeout' }
  if (error instanceof ResultExpiredError)
    return { exit: 'expired', next: task === undefined ? [] : [resume(task, out)] }
  if (error instanceof ConnectionError)
    return { exit: 'connection', next: [local(baseUrl) ? 'npm start' : 'model-tasks config list'] }
  if (error instanceof ProtocolError) return { exit: 'connection', next: ['model-tasks config list'] }
  // Where a submit is not found, the address is wrong; where a task is not, its id.
  const lost = error instanceof ApiError && error.status === 404 && (task !== undefined || model === undefined)
  if (error instanceof ApiError)
    return { exit: 'refused', next: [lost ? 'model-tasks list' : 'model-tasks config list'] }
  // A folder that is not there, a disk that is full: what the system said is the cause.
  if (error.cause instanceof Error && 'code' in error.cause) return { exit: 'usage' }
  return { exit: 'unexpected' }
}

/** The command that shows the page of the model that was meant. */
export function aboutModel(findings: readonly Finding[], model: string | undefined): string {
  const suggestion = findings.find(({ path }) => path === '/model')?.suggestion
  const meant =
    typeof suggestion === 'string' ? suggestion : findings.some(({ path }) => path === '/model') ? undefined : model
  return meant === undefined ? 'model-tasks models' : `model-tasks models show ${meant}`
}

function local(baseUrl: string | undefined): boolean {
  return (
    baseUrl !== undefined &&
    URL.canParse(baseUrl) &&
    ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname)
  )
}

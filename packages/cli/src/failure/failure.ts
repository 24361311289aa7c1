import type { Finding } from '@model-tasks/validation'
import { UsageError } from '../definition/usage-error.js'
import { printable } from '@model-tasks/validation/printable'
import type { Service } from '../connection/connection.js'
import { isStartable } from '../invocation.js'
import type { Session } from '../session.js'
import { clientFailure, type ClientFailure } from './client-failure.js'
import { exitCodes, type Exit, type Milestone } from './exit-codes.js'
import { getCommand, setKeyCommand, taskCommand, type NextCommand } from './next-command.js'
import { Problem } from './problem.js'

/** A failure as the terminal reports it. */
export interface Failure {
  name: string
  /** The client's stable code, such as `task-timeout`. */
  code?: string | undefined
  message: string
  exit: Exit
  /** How far the task got. */
  reached: Milestone
  /** Commands to type next. */
  next: readonly NextCommand[]
  taskId?: string
  findings?: readonly Finding[]
}

/** What is known of a command when it fails, so that the report can say how far it got and name the next command whole. */
export interface ErrorContext {
  /** Whether the command submits tasks. */
  submits?: boolean
  /** Whether the command is about tasks that the journal names. */
  resumes?: boolean
  reached: Milestone
  /** The command that lists what its argument names; `list` where that is a task. */
  lists?: string
  /** The task it is about, once there is one. */
  taskId?: string
  model?: string
  /** Where the result was to go. */
  out?: string
  force?: boolean
  service?: Pick<Service, 'baseUrl' | 'beside' | 'profile'>
}

/** What a report needs of the command that failed. */
type Failed = Pick<Session, 'context' | 'env' | 'signal' | 'start' | 'words'>

/** Turns anything that was thrown into words, an exit code and the command to type next. */
export function explain(error: unknown, session: Failed): Failure {
  const { context, signal } = session
  if (error instanceof UsageError)
    return {
      name: error.name,
      message: error.message,
      exit: 'usage',
      reached: 'nothing',
      next: error.corrected === undefined ? [] : [error.corrected],
    }
  if (error instanceof Problem)
    return {
      name: error.name,
      message: error.message,
      exit: error.exit,
      reached: milestone(error.exit, context.reached),
      next: error.next,
      ...(error.findings === undefined ? {} : { findings: error.findings }),
    }
  const client = clientFailure(error)
  return client === undefined ? otherFailure(error, context, signal.aborted) : fromClient(client, session)
}

function fromClient(error: ClientFailure, session: Failed): Failure {
  const { context, signal } = session
  const taskId = error.taskId ?? context.taskId
  const exit = exitOf(error, context, signal.aborted)
  const continues = taskId !== undefined && resumable.has(exit)
  return {
    name: error.name,
    code: error.code,
    message: printable(messageOf(error, exit, taskId, context)),
    exit,
    reached: milestone(exit, context.reached),
    next: continues
      ? [
          getCommand(taskId, context.out, context.force),
          // The page of the task has the URL of the result, which gives the bytes as they are.
          ...(exit === 'notStored' && error.name === 'ProtocolError' ? [taskCommand('get', taskId)] : []),
          ...(exit === 'notStored' ? forgetCommands(context, taskId) : []),
        ]
      : exit === 'failed' && taskId !== undefined
        ? [taskCommand('get', taskId, '--json')]
        : nextOf(exit, error, session),
    ...(taskId === undefined ? {} : { taskId }),
    ...(error.findings === undefined ? {} : { findings: error.findings }),
  }
}

/** Exits after which the same task can be waited for, or its result stored. */
const resumable: ReadonlySet<Exit> = new Set(['interrupted', 'timeout', 'notFollowed', 'notStored', 'expired'])

function exitOf(error: ClientFailure, { reached, submits }: ErrorContext, interrupted: boolean): Exit {
  if (error.proved === 'may exist') return 'submitUnknown'
  if (error.kind === 'failed' || error.kind === 'expired') return error.kind
  if (error.kind === 'rejected' && error.status === 404 && isAccepted(reached)) return 'notFound'
  if (reached === 'completed') return 'notStored'
  const before = submits === true && reached === 'nothing'
  if (interrupted || error.kind === 'aborted') return before ? 'stopped' : 'interrupted'
  if (error.kind === 'timeout') return before ? 'stopped' : 'timeout'
  if (error.kind === 'stopped') return before ? 'stopped' : reached === 'accepted' ? 'timeout' : 'connection'
  if (reached === 'accepted') return 'notFollowed'
  return error.kind
}

/** The base URL that was probably meant: with the first path segment that each service has, and without the paths below it. */
function meant(baseUrl: string | undefined): string {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return ''
  const { origin, pathname } = new URL(baseUrl)
  const [, segment = 'api', below] = /^\/([^/]+)?(\/.+)?/.exec(pathname) ?? []
  return pathname === '/' || below !== undefined ? `; perhaps it is ${origin}/${segment}` : ''
}

function isAccepted(reached: Milestone): boolean {
  return reached === 'accepted' || reached === 'completed'
}

function messageOf(error: ClientFailure, exit: Exit, taskId: string | undefined, { service }: ErrorContext): string {
  if (exit === 'interrupted')
    return taskId === undefined ? 'interrupted' : `interrupted; task ${taskId} goes on at the service`
  if (exit === 'stopped')
    return `${error.kind === 'timeout' || error.kind === 'stopped' ? '--timeout ran out' : 'interrupted'}; no task was accepted`
  if (error.proved === 'rejected' && error.status === 404 && taskId === undefined)
    return `${service?.baseUrl ?? 'the service'} answered 404 to the submit: the base URL is probably wrong${meant(service?.baseUrl)}; no task was created`
  if (exit === 'notFound')
    return `${service?.baseUrl ?? 'the service'} does not know task ${taskId ?? ''}: it was removed there, or belongs to another account or installation`
  if (exit === 'notStored') return notStored(taskId, error.kind === 'aborted' ? 'interrupted' : error.message)
  if (exit === 'identical') return `${error.summary ?? ''}: \`resume\`, or \`--again\` to buy another`
  if (exit !== 'rejected') return error.message
  if (error.status === 402) return `${error.message}. Add credits to the account, then run the command again`
  return isTemporary(error.status) ? `${error.message}. Try again ${formatDelay(error.retryAfter)}` : error.message
}

/** Statuses of answers that find fault with what was sent, not with where. */
const aboutRequest: ReadonlySet<number> = new Set([400, 409, 413, 415, 422])

/** Whether the same request may succeed later. */
function isTemporary(status = 0): boolean {
  return status === 425 || status === 429 || status >= 500
}

/** When to try again, from what the service asks to wait: never too early. */
function formatDelay(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return 'later'
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 120) return `in ${seconds} s`
  return seconds < 7200 ? `in ${Math.ceil(seconds / 60)} min` : `in ${Math.ceil(seconds / 3600)} h`
}

function notStored(taskId: string | undefined, why: string): string {
  return `task ${taskId ?? ''} is completed, and its result is not stored: ${why}`
}

/** The command that gives up a task whose resumption failed, where it is another command to type next. */
export function forgetCommands({ resumes }: ErrorContext, taskId: string | undefined): NextCommand[] {
  return resumes === true && taskId !== undefined ? [taskCommand('forget', taskId)] : []
}

function nextOf(exit: Exit, error: ClientFailure, { context, env, start, words }: Failed): NextCommand[] {
  const { findings, status, refused } = error
  const { model, service, taskId, lists } = context
  switch (exit) {
    case 'submitUnknown':
      return [['list'], ['resume']]
    case 'identical':
      return [
        error.task?.status === 'completed' ? getCommand(error.task.id, context.out) : ['resume'],
        [...words, '--again'],
      ]
    case 'invalid':
      return [aboutModel(findings ?? [], model)]
    case 'unavailable':
      return [['models', '--available']]
    case 'authentication':
      return service === undefined ? [] : [setKeyCommand(service, env)]
    case 'connection':
      return refused && service !== undefined && isStartable(service.baseUrl)
        ? [{ shell: start(service) }]
        : [['config', 'list']]
    case 'notFound':
      return [['list'], ...forgetCommands(context, taskId)]
    case 'rejected':
      if (status === 402 || isTemporary(status)) return [words]
      // Where a task is not found, its ID is wrong; where a submit or an extension is not, the base URL or the service.
      if (status === 404 && (taskId !== undefined || lists !== undefined))
        return [[lists ?? 'list'], ...forgetCommands(context, taskId)]
      if (status === 409 && taskId !== undefined) return [taskCommand('get', taskId)]
      if (!aboutRequest.has(status ?? 0)) return [['config', 'list']]
      return model === undefined ? [] : [['models', 'show', model]]
    default:
      return []
  }
}

/** What the platform threw: a file or the disk where the error has a code, an internal error where it has none. */
function otherFailure(error: unknown, context: ErrorContext, interrupted: boolean): Failure {
  const { reached, taskId } = context
  const system = error instanceof Error && 'code' in error
  const exit: Exit =
    reached === 'completed'
      ? 'notStored'
      : interrupted
        ? reached === 'accepted'
          ? 'interrupted'
          : 'stopped'
        : reached === 'accepted'
          ? 'notFollowed'
          : system
            ? 'usage'
            : 'unexpected'
  const plain = error instanceof Error ? (system ? systemWords(error) : (error.stack ?? error.message)) : String(error)
  return {
    name: error instanceof Error ? error.name : 'Error',
    message:
      exit === 'stopped'
        ? 'interrupted; no task was accepted'
        : exit === 'interrupted'
          ? `interrupted; task ${taskId ?? ''} goes on at the service`
          : exit === 'notStored'
            ? notStored(taskId, plain)
            : plain,
    exit,
    reached: milestone(exit, reached),
    next: taskId === undefined ? [] : [getCommand(taskId, context.out, context.force)],
    ...(taskId === undefined ? {} : { taskId }),
  }
}

/** The words of the platform, and what to do where a file may not be used. */
function systemWords(error: Error & { code?: unknown }): string {
  return error.code === 'EACCES' || error.code === 'EPERM'
    ? `${error.message}; let this user read and write it. MODEL_TASKS_JOURNAL names another journal`
    : error.message
}

function milestone(exit: Exit, reached: Milestone): Milestone {
  const entry = exitCodes[exit]
  return 'reached' in entry && exit !== 'interrupted' && exit !== 'terminated' ? entry.reached : reached
}

/** The command that shows the page of the model that was meant. */
export function aboutModel(findings: readonly Finding[], model: string | undefined): NextCommand {
  const about = findings.find(({ path }) => path === '/model')
  const meant = about === undefined ? model : about.suggestion
  return typeof meant === 'string' ? ['models', 'show', meant] : ['models']
}

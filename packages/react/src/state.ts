import { ModelTasksError, progressFraction, RequestInvalidError, type Finding, type Task } from '@model-tasks/client'

/** What is wrong with a request, by parameter; under the empty name, what is wrong with all of it. */
export type Findings = Readonly<Partial<Record<string, readonly Finding[]>>>

/** What a hook knows of a task. */
export interface TaskState<T extends Task = Task> {
  /**
   * `loading` until it is known whether there is a task. `idle`: there is none. `submitting`: it has no ID yet. `running`, `completed` and `failed`: as the
   * service says. `error`: no task was made, or it cannot be followed; `error` says why.
   */
  readonly status: 'loading' | 'idle' | 'submitting' | 'running' | 'completed' | 'failed' | 'error'
  /** The ID of the task, once the service has accepted it. */
  readonly id?: string
  /** The last state of the task that was seen. */
  readonly task?: T
  /** How far it is, from 0 to 1, where the service says so. */
  readonly progress?: number
  /** An error of the client: why no task was made, or why it has no result. Beside a task that runs, why another one was not submitted. */
  readonly error?: Error
  /** What is wrong with the request, by parameter, where `error` is a RequestInvalidError. */
  readonly findings: Findings
  /** What the latest request met, while the hook goes on by itself: the page is offline, the service is restarted. */
  readonly fault?: Error
}

const noFindings: Findings = {}
export const loading: TaskState = { status: 'loading', findings: noFindings }
export const idle: TaskState = { status: 'idle', findings: noFindings }
export const submitting: TaskState = { status: 'submitting', findings: noFindings }

/** The state of a task that was accepted, before and after it was seen. */
export function stateOf(id: string, task?: Task): TaskState {
  const status = task?.status === 'completed' ? 'completed' : task?.status === 'failed' ? 'failed' : 'running'
  const progress = task && progressFraction(task)
  return { status, id, findings: noFindings, ...(task && { task }), ...(progress !== undefined && { progress }) }
}

/** A state that ended in an error. */
export function failed(before: TaskState, reason: unknown): TaskState {
  const { id, task = reason instanceof ModelTasksError ? reason.task : undefined } = before
  const status = task?.status === 'failed' ? 'failed' : 'error'
  return { ...(id !== undefined && { id }), ...(task && { task }), status, ...withError(reason) }
}

/** An error as states have it, with its findings by parameter. */
export function withError(reason: unknown): Required<Pick<TaskState, 'error' | 'findings'>> {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  const findings: Partial<Record<string, Finding[]>> = {}
  if (error instanceof RequestInvalidError)
    for (const finding of error.findings) (findings[finding.parameter ?? ''] ??= []).push(finding)
  return { error, findings }
}

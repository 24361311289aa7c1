import { ApiError, type Task } from '@model-tasks/client'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { QuestionNeeded } from '../confirmation.js'
import { reasonOf } from '../task-answer.js'
import { failed } from '../tool-error.js'

/** How often a client should ask for a task, in milliseconds (interface: Limits, Polling interval). */
export const pollInterval = 5_000
/** Why a service says that a task failed which was cancelled begins so. */
const cancelledWords = 'cancelled'

/** A task as each revision of the protocol says it. */
export interface TaskState {
  taskId: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  statusMessage: string
  createdAt: string
  lastUpdatedAt: string
}

/** A task of the service in the words of the protocol. */
export function stateOf(task: Task): TaskState {
  const { id, created, status, progress } = task
  const done = typeof progress === 'number' ? `, ${Math.round(progress * 100)} %` : ''
  const now = new Date().toISOString()
  return {
    taskId: id,
    status: statusOf(task),
    statusMessage: status === 'failed' ? reasonOf(task) : `${status}${done}`,
    createdAt: typeof created === 'number' ? new Date(created * 1_000).toISOString() : now,
    lastUpdatedAt: now,
  }
}

/** A task that was accepted and not seen yet. */
export function acceptedState(taskId: string): TaskState {
  const now = new Date().toISOString()
  return { taskId, status: 'working', statusMessage: 'accepted', createdAt: now, lastUpdatedAt: now }
}

function statusOf(task: Task): TaskState['status'] {
  const { status } = task
  if (status === 'failed') return reasonOf(task).startsWith(cancelledWords) ? 'cancelled' : 'failed'
  return status === 'completed' ? 'completed' : 'working'
}

/** Answers what went wrong as an error of the protocol, in our words, with what a tool error would say as its data. */
export function rethrow(error: unknown): never {
  if (error instanceof ProtocolError || error instanceof QuestionNeeded) throw error
  const { content, structuredContent } = failed(error)
  const [first] = content
  const text = first?.type === 'text' ? first.text : ''
  const isOfRequest = !(error instanceof ApiError) || [400, 404, 409].includes(error.status)
  throw new ProtocolError(
    isOfRequest ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    text,
    structuredContent,
  )
}

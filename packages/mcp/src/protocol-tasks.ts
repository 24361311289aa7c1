import { ApiError, TaskFailedError, type Task, type TaskHandle } from '@model-tasks/client'
import {
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type CallToolResult,
  type Server,
  type ServerContext,
  type Task as ProtocolTask,
} from '@modelcontextprotocol/server'
import { QuestionNeeded } from './confirmation.js'
import type { Caller } from './session.js'
import { answerOf, reasonOf } from './task-answer.js'
import { failed } from './tool-error.js'

/** What a server declares that has tasks of the protocol: a call of a tool may be one; they are listed and cancelled. */
export const taskCapabilities = { list: {}, cancel: {}, requests: { tools: { call: {} } } }

/** How often a client should ask for a task, in milliseconds (interface: Limits, Polling interval). */
const pollInterval = 5_000
/** Why a service says that a task failed which was cancelled begins so. */
const cancelledWords = 'cancelled'

/**
 * Tasks of the protocol revision 2025-11-25, for clients that have them. Each is a task of the service, under its ID, so that it is there
 * after a restart, in another process and beside `get_task`. Later revisions have no such methods, and clients of them are not offered any.
 */
export function offerTasks(server: Server, callerOf: () => Caller): void {
  const answers: Record<string, (params: Params, context: ServerContext) => Promise<object>> = {
    'tasks/get': async ({ taskId = '' }, { mcpReq: { signal } }) =>
      taskOf(await callerOf().client.query(taskId, { signal })),
    'tasks/result': async ({ taskId = '' }, { mcpReq: { signal } }) => resultOf(callerOf(), taskId, signal),
    'tasks/list': async ({ cursor }, { mcpReq: { signal } }) => {
      const { data, next } = await callerOf().client.list({ after: cursor }, { signal })
      return { tasks: data.map((task) => taskOf(task)), ...(next === undefined ? {} : { nextCursor: next }) }
    },
    'tasks/cancel': async ({ taskId = '' }, { mcpReq: { signal } }) => cancel(callerOf(), taskId, signal),
  }
  // The SDK reads these requests and has no types for who answers them.
  const on = server.setRequestHandler.bind(server) as unknown as (
    method: string,
    handler: (request: { params?: Params }, context: ServerContext) => Promise<object>,
  ) => void
  for (const [method, answer] of Object.entries(answers))
    on(method, async ({ params = {} }, context) => answer(params, context).catch(rethrow))
}

interface Params {
  taskId?: string
  cursor?: string
}

/** Starts a tool call as a task of the protocol. Throws `ProtocolError` where there is none: its caller expects a task and no result. */
export async function startAsTask(submit: () => Promise<TaskHandle>): Promise<CallToolResult> {
  const { id, task } = await submit().catch(rethrow)
  const text = `Task ${id} is submitted, and goes on without you.`
  // The SDK checks the answer as the result of a tool, which has content.
  return { content: [{ type: 'text', text }], task: task ? taskOf(task) : { ...newTask, ...justNow(), taskId: id } }
}

const newTask = { status: 'working' as const, ttl: null, pollInterval }

function justNow(): Pick<ProtocolTask, 'createdAt' | 'lastUpdatedAt'> {
  const now = new Date().toISOString()
  return { createdAt: now, lastUpdatedAt: now }
}

function taskOf(task: Task): ProtocolTask {
  const { id, created, status, progress } = task
  const done = typeof progress === 'number' ? `, ${Math.round(progress * 100)} %` : ''
  return {
    taskId: id,
    status: statusOf(task),
    statusMessage: status === 'failed' ? reasonOf(task) : `${status}${done}`,
    ...justNow(),
    ...(typeof created === 'number' && { createdAt: new Date(created * 1_000).toISOString() }),
    // How long the service keeps it is not known here.
    ttl: null,
    pollInterval,
  }
}

function statusOf(task: Task): ProtocolTask['status'] {
  const { status } = task
  if (status === 'failed') return reasonOf(task).startsWith(cancelledWords) ? 'cancelled' : 'failed'
  return status === 'completed' ? 'completed' : 'working'
}

/** Waits for the end of a task, as the protocol asks, for as long as the client does. What a client gives up goes on. */
async function resultOf({ client }: Caller, id: string, signal: AbortSignal): Promise<CallToolResult> {
  const task = await client
    .task(id)
    .wait({ signal, cancelOnAbort: false })
    .catch((error: unknown) => {
      if (error instanceof TaskFailedError && error.task !== undefined) return error.task
      throw error
    })
  return { ...answerOf(task), _meta: { [RELATED_TASK_META_KEY]: { taskId: id } } }
}

async function cancel({ client }: Caller, id: string, signal: AbortSignal): Promise<ProtocolTask> {
  const task = taskOf(await client.cancel(id, { signal }))
  if (task.status === 'cancelled') return task
  throw new ProtocolError(
    ProtocolErrorCode.InvalidRequest,
    `Task ${id} cannot be stopped any more: it is being made. It goes on, and is charged unless it is proven that it was not made.`,
  )
}

/** Answers what went wrong in our words, with what a tool error would say as its data. */
function rethrow(error: unknown): never {
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

import { TaskFailedError, type Task } from '@model-tasks/client'
import {
  isTaskAugmentedRequestParams,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type CallToolResult,
  type ServerContext,
  type Task as ProtocolTask,
} from '@modelcontextprotocol/server'
import type { Caller } from '../session.js'
import { answerOf } from '../task-answer.js'
import type { ProtocolTasks } from './index.js'
import { acceptedState, pollInterval, rethrow, stateOf, type TaskState } from './state.js'

interface Params {
  taskId?: string
  cursor?: string
}

/** Tasks of the revision 2025-11-25: a call says that it wants one. Later revisions have no such methods. */
export const formerTasks: ProtocolTasks = {
  capabilities: { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },

  offer(server, callerOf) {
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
  },

  isWanted: (params) => isTaskAugmentedRequestParams(params) && params.task !== undefined,

  /** Throws `ProtocolError` where no task was made: its caller expects a task, and cannot read a result. */
  async start(submit) {
    const { id, task } = await submit().catch(rethrow)
    const text = `Task ${id} is submitted, and goes on without you.`
    // The SDK checks the answer as the result of a tool, which has content.
    return { content: [{ type: 'text', text }], task: task ? taskOf(task) : withTimes(acceptedState(id)) }
  },
}

function taskOf(task: Task): ProtocolTask {
  return withTimes(stateOf(task))
}

function withTimes(state: TaskState): ProtocolTask {
  // How long the service keeps it is not known here.
  return { ...state, ttl: null, pollInterval }
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

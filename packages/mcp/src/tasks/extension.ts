import { ApiError, type Task } from '@model-tasks/client'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Result,
  type ServerContext,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server'
import { answerOf } from '../task-answer.js'
import type { ProtocolTasks } from './index.js'
import { acceptedState, pollInterval, rethrow, stateOf, type TaskState } from './state.js'

const extensionId = 'io.modelcontextprotocol/tasks'

/**
 * The extension `io.modelcontextprotocol/tasks`, of the revision 2026-07-28: the server decides that the answer is a task, where the
 * client says with its call that it has tasks. A call with `wait_seconds` says what it wants, and gets it.
 */
export const tasksExtension: ProtocolTasks = {
  capabilities: { extensions: { [extensionId]: {} } },

  offer(server, callerOf) {
    type Answer = (taskId: string, context: ServerContext) => Promise<Result>
    const answers: Record<string, Answer> = {
      'tasks/get': async (taskId, { mcpReq: { signal } }) =>
        detailsOf(await callerOf().client.query(taskId, { signal })),
      // No task asks for anything while it runs: what is answered here is about no question, and is to be ignored.
      'tasks/update': async (taskId, { mcpReq: { signal } }) => {
        await callerOf().client.query(taskId, { signal })
        return {}
      },
      'tasks/cancel': async (taskId, { mcpReq: { signal } }) => {
        await callerOf()
          .client.cancel(taskId, { signal })
          .catch((error: unknown) => {
            // What has ended cannot be cancelled; the protocol acknowledges the wish all the same.
            if (!(error instanceof ApiError && error.status === 409)) throw error
          })
        return {}
      },
    }
    for (const [method, answer] of Object.entries(answers))
      server.setRequestHandler(method, { params: taskParams }, async ({ taskId }, context) =>
        answer(taskId, context).catch(rethrow),
      )
  },

  isWanted({ arguments: input = {} }, { mcpReq: { envelope } }) {
    const { [CLIENT_CAPABILITIES_META_KEY]: declared }: Readonly<Record<string, unknown>> = envelope ?? {}
    const { extensions } = Object(declared) as { extensions?: unknown }
    return extensionId in Object(extensions) && input['wait_seconds'] === undefined
  },

  async start(submit) {
    const { id, task } = await submit()
    return { resultType: 'task', content: [], ...withTimes(task ? stateOf(task) : acceptedState(id)) }
  },
}

/** The ID of a task in the parameters of a request. */
const taskParams: StandardSchemaV1<unknown, { taskId: string }> = {
  '~standard': {
    version: 1,
    vendor: 'model-tasks',
    validate(value) {
      const { taskId } = Object(value) as { taskId?: unknown }
      return typeof taskId === 'string' ? { value: { taskId } } : { issues: [{ message: 'taskId has to be a string' }] }
    },
  },
}

/** A task with what has become of it. One that failed is a call that ended, with an error of the tool: `failed` is for errors of the protocol. */
function detailsOf(task: Task): Result {
  const state = withTimes(stateOf(task))
  if (state.status === 'working' || state.status === 'cancelled') return { ...state }
  return { ...state, status: 'completed', result: { resultType: 'complete', ...answerOf(task) } }
}

function withTimes(state: TaskState): TaskState & { ttlMs: null; pollIntervalMs: number } {
  // How long the service keeps it is not known here.
  return { ...state, ttlMs: null, pollIntervalMs: pollInterval }
}

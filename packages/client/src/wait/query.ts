import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { exchange } from '../transport/exchange.js'
import { failure } from '../errors/failure.js'
import { idOf, isTask, ownTask } from '../task/task.js'
import { redactAnswer } from '../policy/redact.js'

/** One GET of a task (interface, Query a task). Throws ConnectionError, ApiError and its kin, or ProtocolError for an answer that is not this task. */
export async function query(context: Context, call: Call, taskId: string, task?: Task): Promise<Task> {
  const answer = await exchange(context, call, 'GET', `/tasks/${encodeURIComponent(taskId)}`, undefined, taskId)
  const { status, json } = answer
  if (status > 299) throw failure(context, answer, `query of task ${taskId}`, { taskId, task })
  if (!isTask(json) || idOf(json) !== taskId)
    throw new ProtocolError(`query of task ${taskId}: the answer is not this task`, {
      body: redactAnswer(answer, [context.apiKey]).body,
      taskId,
      task,
    })
  return ownTask(context, json)
}

/** Whether a failed query says nothing about the task, so that asking again later is right. */
export function isTransient(error: unknown): error is ApiError | ConnectionError | ProtocolError {
  if (error instanceof ApiError)
    return error.status < 400 || error.status > 499 || [408, 425, 429].includes(error.status)
  return (error instanceof ConnectionError && !error.refused) || error instanceof ProtocolError
}

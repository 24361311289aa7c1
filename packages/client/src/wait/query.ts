import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { answerDetails, failure } from '../errors/failure.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { isTask, isTerminal, ownTask } from '../task/task.js'
import { exchange } from '../transport/exchange.js'
import { fromAnswer } from '../transport/response-info.js'

/**
 * One GET of a task (interface, Query a task). An end that is seen is recorded in the journal of the call. `missing` is for how many
 * milliseconds the service has not known this task, though it had accepted it. Throws ConnectionError, `ApiError` or a subclass, or ProtocolError for an answer that is not this task.
 */
export async function query(
  context: Context,
  call: Call,
  taskId: string,
  task?: Task,
  missing?: number,
): Promise<Task> {
  const about = { taskId, task }
  const request = { method: 'GET', path: `/tasks/${encodeURIComponent(taskId)}` }
  const answer = await exchange(context, call, request, about)
  const { status, json } = answer
  if (status > 299) throw await failure(context, call, answer, `query of task ${taskId}`, { ...about, missing })
  if (!isTask(json) || json.id !== taskId)
    throw new ProtocolError(`query of task ${taskId}: the answer is not this task`, {
      ...about,
      ...answerDetails(context, answer),
    })
  const seen = fromAnswer(ownTask(context.modelIds, json), answer)
  await recordEnd(context, call, seen)
  return seen
}

/** Records in the journal of the call that a task was seen to end, if it was. */
export async function recordEnd({ logger }: Context, { journal, scope }: Call, task: Task): Promise<void> {
  if (!journal || !isTerminal(task)) return
  await tell(logger, scope, async () => (await import('../journal/record.js')).recordEnd(journal, task), undefined)
}

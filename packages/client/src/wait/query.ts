import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { answerDetails, failure } from '../errors/failure.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { isSuccess } from '../policy/classify.js'
import { taskOf } from '../task/answered.js'
import { isTerminal } from '../task/task.js'
import { exchange } from '../transport/exchange.js'
import type { Faults, Snapshot } from './snapshot.js'

/**
 * One GET of a task (interface, Query a task); its answer is the new snapshot. An end that is seen is recorded in the journal of the
 * call. `faults` are those of the wait that it belongs to. Throws ConnectionError, `ApiError` or a subclass, or ProtocolError for an answer that is
 * not this task.
 */
export async function query(context: Context, call: Call, snapshot: Snapshot, faults?: Faults): Promise<Task> {
  const { id: taskId, task } = snapshot
  const about = { taskId, task }
  const request = { method: 'GET', path: `/tasks/${encodeURIComponent(taskId)}` }
  const answer = await exchange(context, call, request, about)
  if (!isSuccess(answer.status))
    throw await failure(context, call, answer, `query of task ${taskId}`, { ...about, faults })
  const seen = taskOf(context, answer)
  if (seen?.id !== taskId)
    throw new ProtocolError(`query of task ${taskId}: the answer is not this task`, {
      ...about,
      ...answerDetails(context, answer),
    })
  snapshot.at = context.clock.now()
  await recordEnd(context, call, seen)
  return (snapshot.task = seen)
}

/** Records in the journal of the call that a task was seen to end, if it was. */
export async function recordEnd({ logger }: Context, { journal, scope }: Call, task: Task): Promise<void> {
  if (!journal || !isTerminal(task)) return
  await tell(logger, scope, async () => (await import('../journal/record.js')).recordEnd(journal, task), undefined)
}

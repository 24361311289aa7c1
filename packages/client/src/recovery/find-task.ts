import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { answerDetails, failure } from '../errors/failure.js'
import { ProtocolError } from '../errors/protocol-error.js'
import type { Answer } from '../policy/answer.js'
import { isSuccess } from '../policy/classify.js'
import { isTask } from '../task/task.js'
import { exchange } from '../transport/exchange.js'

/**
 * The task of this account that was accepted under an Idempotency-Key, in the answer that names it; undefined when the service has
 * none. For services that declare it only: any other would list all tasks that it has. Throws what a query throws.
 */
export async function findTask(
  context: Context,
  call: Call,
  key: string,
): Promise<{ task: Task; answer: Answer } | undefined> {
  const path = `/tasks?${new URLSearchParams({ idempotency_key: key }).toString()}`
  const answer = await exchange(context, call, { method: 'GET', path })
  if (!isSuccess(answer.status)) throw await failure(context, call, answer, 'search for the task of a submit', {})
  const { data, idempotency_key: echoed } = Object(answer.json) as { data?: unknown; idempotency_key?: unknown }
  // Without its key in the answer, this may be a list of other tasks, from a service of another version.
  if (echoed !== key || !Array.isArray(data) || data.length > 1 || !data.every(isTask))
    throw new ProtocolError(
      'search for the task of a submit: the answer is not what it promises',
      answerDetails(context, answer),
    )
  const [task] = data
  return task && { task, answer }
}

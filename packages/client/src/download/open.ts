import type { Call, Context } from '../call/context.js'
import { ConnectionError } from '../errors/connection-error.js'
import type { TaskHandle } from '../task/handle.js'
import { requestResult } from './result.js'
import { checkType } from './check-type.js'

/** The result of a task as a response whose body streams; waits for the task if need be. */
export async function open(context: Context, call: Call, handle: TaskHandle): Promise<Response> {
  const task = handle.task?.status === 'completed' ? handle.task : await handle.wait(call)
  const { response, stop } = await requestResult(context, call, handle, {}, 'open()')
  try {
    if (!response.ok)
      throw new ConnectionError(`the result of task ${task.id} was answered with ${response.status}`, {
        nothingSent: false,
        taskId: task.id,
        again: 'open()',
      })
    checkType(response, task)
  } catch (error) {
    stop()
    throw error
  }
  return response
}

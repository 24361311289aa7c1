import type { Call, Context } from '../call/context.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import type { ResultOwner } from '../task/owner.js'
import { contentType, wrongType } from './content-type.js'
import { requestResult } from './request-result.js'

/** The result of a task as a response whose body streams; waits for the task if need be. */
export async function open(context: Context, call: Call, handle: ResultOwner): Promise<Response> {
  const task = handle.task?.status === 'completed' ? handle.task : await handle.wait(call)
  const about = { taskId: task.id, task, again: 'open()' }
  const { response, stop } = await requestResult(context, call, handle, {}, 'open()')
  const wrong = response.status === 200 ? wrongType(contentType(response.headers), task) : undefined
  if (response.status === 200 && wrong === undefined) return response
  stop()
  if (wrong !== undefined) throw new ProtocolError(`result of task ${task.id}: ${wrong}`, about)
  const reason = `result of task ${task.id}: its host answered ${response.status}`
  if (response.ok) throw new ProtocolError(`${reason}, which is not a file`, about)
  throw new ConnectionError(reason, { nothingSent: false, ...about })
}

import type { FastifyInstance } from 'fastify'
import { cancelTask } from '../../../run/engine/cancel-task.js'
import { isTaskId } from '../../../domain/task/id.js'
import { sendAnswer } from '../answer.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../../../admit/problem.js'
import { taskAnswer } from '../task-answer.js'
import { unknownTask } from './query.js'

/**
 * POST /tasks/{id}/cancel, an extension. The task fails and its credits are released where no upstream has it, or its
 * upstream proves that it will not make it. Otherwise it goes on, as `cancellation` of the answered Task says.
 */
export function cancelRoute(app: FastifyInstance, context: HttpContext): void {
  app.post<{ Params: { id: string } }>('/tasks/:id/cancel', async (request, reply) => {
    const account = callerOf(request).account.id
    const { id } = request.params
    if (!isTaskId(id) || (await context.tasks.find(account, id)) === undefined) throw unknownTask()
    const cancel = { reason: 'cancelled by the client', requestId: request.id }
    const outcome = await cancelTask(id, cancel, context)
    const task = await context.tasks.find(account, id)
    if (task === undefined) throw unknownTask()
    if (outcome === 'ended')
      throw new Problem(
        'task-ended',
        `the task is ${task.status} already; only queued and processing tasks can be cancelled`,
      )
    return sendAnswer(reply, taskAnswer(task, request, context))
  })
}

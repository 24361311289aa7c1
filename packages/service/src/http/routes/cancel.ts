import type { FastifyInstance } from 'fastify'
import { isTaskId } from '../../task/id.js'
import { sendAnswer } from '../answer.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../problem.js'
import { taskAnswer } from '../task-answer.js'
import { unknownTask } from './query.js'

/** POST /tasks/{id}/cancel, an extension: a task that has not ended fails, and its credits are released. */
export function cancelRoute(app: FastifyInstance, context: HttpContext): void {
  app.post<{ Params: { id: string } }>('/tasks/:id/cancel', async (request, reply) => {
    const account = callerOf(request).account.id
    const { id } = request.params
    if (!isTaskId(id) || (await context.tasks.find(account, id)) === undefined) throw unknownTask()
    const cancelled = await context.tasks.cancel(id, 'cancelled by the client')
    const task = await context.tasks.find(account, id)
    if (task === undefined) throw unknownTask()
    if (!cancelled)
      throw new Problem(
        'task-ended',
        `the task is ${task.status} already; only queued and processing tasks can be cancelled`,
      )
    context.engine.cancel(id, request.id)
    return sendAnswer(reply, taskAnswer(task, request, context))
  })
}

import type { FastifyInstance } from 'fastify'
import { isTaskId } from '../../task/id.js'
import type { HttpContext } from '../context.js'
import { serverTiming } from '../server-timing.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../problem.js'
import { sendTask } from '../task-answer.js'

/** GET /tasks/{id} (interface: Query a task). Another account's task is unknown. */
export function queryRoute(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Params: { id: string } }>('/tasks/:id', async (request, reply) => {
    const { id } = request.params
    const task = isTaskId(id) ? await context.tasks.find(callerOf(request).account.id, id) : undefined
    if (task === undefined) throw unknownTask()
    reply.header('server-timing', serverTiming(task, context.engine.seen(id), context.clock.now()))
    return sendTask(task, request, reply, context)
  })
}

/** The answer for an id that is unknown to this account. */
export function unknownTask(): Problem {
  return new Problem('task-unknown', 'this account has no task with this ID; use the ID that the submit answered')
}

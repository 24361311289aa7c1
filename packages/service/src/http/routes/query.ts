import type { FastifyInstance } from 'fastify'
import { isTaskId } from '../../task/id.js'
import { sendAnswer, type Answer } from '../answer.js'
import type { Caller } from '../callers.js'
import type { HttpContext } from '../context.js'
import { serverTiming } from '../server-timing.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../problem.js'
import type { Origin } from '../origin.js'
import { taskAnswer } from '../task-answer.js'

/** Answers for a task of the caller's. Rejects with the problem of one that is unknown. */
export type Query = (id: string, caller: Caller, from: Origin) => Promise<Answer>

/** Answers queries. */
export function queryOf(context: HttpContext): Query {
  const { tasks, engine, clock } = context
  return async (id, { account }, from) => {
    const task = isTaskId(id) ? await tasks.find(account.id, id) : undefined
    if (task === undefined) throw unknownTask()
    const answer = taskAnswer(task, from, context)
    answer.headers.unshift('server-timing', serverTiming(task, engine, clock.now()))
    return answer
  }
}

/** GET /tasks/{id} (interface: Query a task). Another account's task is unknown. */
export function queryRoute(app: FastifyInstance, query: Query): void {
  app.get<{ Params: { id: string } }>('/tasks/:id', async (request, reply) =>
    sendAnswer(reply, await query(request.params.id, callerOf(request), request)),
  )
}

/** The answer for an id that is unknown to this account. */
export function unknownTask(): Problem {
  return new Problem('task-unknown', 'this account has no task with this ID; use the ID that the submit answered')
}

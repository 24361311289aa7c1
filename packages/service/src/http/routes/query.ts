import type { FastifyInstance } from 'fastify'
import { isTaskId } from '../../task/id.js'
import type { TaskView } from '../../task/record.js'
import { sendAnswer, type Answer } from '../answer.js'
import type { Caller } from '../callers.js'
import type { HttpContext } from '../context.js'
import { serverTiming } from '../server-timing.js'
import { callerOf } from '../hooks/authentication.js'
import { Problem } from '../problem.js'
import type { Origin } from '../origin.js'
import { taskAnswer } from '../task-answer.js'

/** How a task of the caller's is answered. */
export interface Query {
  /** At once, where this process has the task in memory; otherwise `find` says more. */
  atHand(id: string, caller: Caller, from: Origin): Answer | undefined
  /** Rejects with the problem of a task that is unknown. */
  find(id: string, caller: Caller, from: Origin): Promise<Answer>
}

/** Answers queries. */
export function queryOf(context: HttpContext): Query {
  const { tasks, engine, clock } = context
  const answerFor = (task: TaskView, from: Origin): Answer => {
    const { status, headers, body } = taskAnswer(task, from, context)
    return { status, headers: ['server-timing', serverTiming(task, engine, clock.now()), ...headers], body }
  }
  return {
    atHand(id, { account }, from) {
      const task = tasks.recall(account.id, id)
      return task && answerFor(task, from)
    },
    async find(id, { account }, from) {
      const task = isTaskId(id) ? await tasks.find(account.id, id) : undefined
      if (task === undefined) throw unknownTask()
      return answerFor(task, from)
    },
  }
}

/** GET /tasks/{id} (interface: Query a task). Another account's task is unknown. */
export function queryRoute(app: FastifyInstance, query: Query): void {
  app.get<{ Params: { id: string } }>('/tasks/:id', async (request, reply) =>
    sendAnswer(reply, await query.find(request.params.id, callerOf(request), request)),
  )
}

/** The answer for an id that is unknown to this account. */
export function unknownTask(): Problem {
  return new Problem('task-unknown', 'this account has no task with this ID; use the ID that the submit answered')
}

import type { FastifyInstance } from 'fastify'
import type { TaskQuery } from '../../store/task-store.js'
import type { HttpContext } from '../context.js'
import { isTaskId } from '../../task/id.js'
import { taskStatuses } from '../../task/record.js'
import { callerOf } from '../hooks/authentication.js'
import { pageLimit, single, type Query } from '../page-query.js'
import { Problem } from '../problem.js'
import { taskJson } from '../task-answer.js'

/** GET /tasks?limit=&after=&status=&model=, an extension: the account's tasks, newest first. */
export function listRoute(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Querystring: Query }>('/tasks', async (request, reply) => {
    const { tasks, next } = await context.tasks.list(callerOf(request).account.id, queryOf(request.query))
    const cursor = next === undefined ? '' : `,"next":${JSON.stringify(next)}`
    const data = tasks.map((task) => taskJson(task, request, context)).join(',')
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(`{"object":"list","data":[${data}],"has_more":${next !== undefined}${cursor}}`)
  })
}

function queryOf(given: Query): TaskQuery {
  const query: TaskQuery = { limit: pageLimit(single(given, 'limit')) }
  const after = single(given, 'after')
  const model = single(given, 'model')
  const status = single(given, 'status')
  if (after !== undefined) query.after = afterOf(after)
  if (model !== undefined) query.model = modelOf(model)
  if (status !== undefined) query.status = statusOf(status)
  return query
}

function afterOf(text: string): string {
  if (isTaskId(text)) return text
  throw new Problem('bad-request', 'after must be the ID of a task; use the next of the page before')
}

function modelOf(text: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(text)) return text
  throw new Problem('bad-request', 'model must be a Model ID')
}

function statusOf(text: string): TaskQuery['status'] & string {
  const status = taskStatuses.find((one) => one === text)
  if (status !== undefined) return status
  throw new Problem('bad-request', `status must be one of ${taskStatuses.join(', ')}`)
}

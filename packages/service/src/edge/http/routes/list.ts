import type { FastifyInstance } from 'fastify'
import type { TaskQuery } from '../../../keep/store/task-store.js'
import type { OwnedTask } from '../../../domain/task/owned.js'
import type { HttpContext } from '../context.js'
import { idempotencyKeyForm, isIdempotencyKey } from '../../../admit/idempotency-key.js'
import { isTaskId } from '../../../domain/task/id.js'
import { taskStatuses } from '../../../domain/task/record.js'
import { callerOf } from '../hooks/authentication.js'
import { pageLimit, single, type Query } from '../page-query.js'
import { Problem } from '../../../admit/problem.js'
import { taskJson } from '../task-answer.js'

/**
 * GET /tasks, an extension: ?limit=&after=&status=&model= answers the account's tasks, newest first; ?idempotency_key= the one that
 * was accepted under that key, if there is one, and the key again.
 */
export function listRoute(app: FastifyInstance, context: HttpContext): void {
  app.get<{ Querystring: Query }>('/tasks', async (request, reply) => {
    const { account } = callerOf(request)
    const key = wantedKey(request.query)
    const { tasks, next } =
      key === undefined
        ? await context.tasks.list(account.id, queryOf(request.query))
        : { tasks: await findByKey(account.id, key), next: undefined }
    const cursor = next === undefined ? '' : `,"next":${JSON.stringify(next)}`
    const asked = key === undefined ? '' : `,"idempotency_key":${JSON.stringify(key)}`
    const shown = tasks.map(async (task) => taskJson(task, request, context, await context.places.find(task)))
    const data = (await Promise.all(shown)).join(',')
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(`{"object":"list","data":[${data}],"has_more":${next !== undefined}${cursor}${asked}}`)
  })

  async function findByKey(account: string, key: string): Promise<OwnedTask[]> {
    const found = await context.tasks.findByKey(account, key)
    return found === undefined ? [] : [found]
  }
}

/** The idempotency key of which the task is wanted. */
function wantedKey(given: Query): string | undefined {
  const key = single(given, 'idempotency_key')
  if (key === undefined) {
    // An empty one must not be answered with the tasks of other keys.
    if ('idempotency_key' in given) throw new Problem('bad-request', 'idempotency_key must be the key of a submit')
    return undefined
  }
  if (!isIdempotencyKey(key)) throw new Problem('bad-request', `idempotency_key ${idempotencyKeyForm}`)
  const other = Object.keys(given).find((name) => name !== 'idempotency_key')
  if (other !== undefined)
    throw new Problem('bad-request', `idempotency_key names one task; leave out ${JSON.stringify(other.slice(0, 40))}`)
  return key
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

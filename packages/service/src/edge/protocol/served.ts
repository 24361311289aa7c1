import { renderPage, renderQuery, requestBody, type Operation } from '@model-tasks/documents/upstreams/interpreter'
import type { Match } from './routes.js'
import { ProtocolFault, type ProtocolAnswer, type ProtocolBackend, type ProtocolRequest } from './backend.js'

const [usualLimit, largestLimit] = [20, 100]

/** A page of the account's tasks. */
export async function answerPage(
  operation: Operation,
  backend: ProtocolBackend,
  { route: { kinds } }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const { list } = operation.served ?? {}
  const [kind = 'video'] = kinds
  if (list === undefined || backend.page === undefined)
    throw new ProtocolFault(404, 'not_found', 'tasks are not listed here')
  for (const [name, value] of request.query)
    if (name !== list.limit && name !== list.after && list.implied[name] !== value)
      throw new ProtocolFault(400, 'invalid_request', `${name}=${value} is not supported; leave it out`)
  const limit = Number(request.query.get(list.limit) ?? usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit)
    throw new ProtocolFault(400, 'invalid_request', `${list.limit} must be an integer from 1 to ${largestLimit}`)
  const after = request.query.get(list.after) ?? undefined
  const { tasks, more } = await backend.page(kind, { limit, after }, request)
  const rendered = tasks.map((task) => renderQuery(operation, { ...task, baseUrl: request.baseUrl }))
  return { status: 200, body: renderPage(list, { tasks: rendered, ids: tasks.map(({ id }) => id), more }) }
}

/** Removes a task with its files. */
export async function remove(
  { served }: Operation,
  backend: ProtocolBackend,
  { id = '' }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const { remove: removed } = served ?? {}
  if (removed === undefined || backend.remove === undefined)
    throw new ProtocolFault(404, 'not_found', 'tasks are not removed here')
  const { model } = await backend.remove(id, request)
  return { status: 200, body: requestBody({ body: removed.answer }, { id, model }) ?? {} }
}

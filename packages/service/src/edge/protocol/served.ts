import {
  renderPage,
  renderQuery,
  renderValues,
  requestBody,
  type History,
  type Json,
  type Mapping,
  type Operation,
} from '@model-tasks/documents/upstreams/interpreter'
import type { Match } from './routes.js'
import {
  ProtocolFault,
  type PagePlace,
  type ProtocolAnswer,
  type ProtocolBackend,
  type ProtocolRequest,
} from './backend.js'
import { toldOf } from './told.js'

/** How many tasks a page has where neither the request nor the protocol says it. */
const usualLimit = 20

/** A page of the account's tasks, of all kinds that are listed at its path. */
export async function answerPage(
  mapping: Mapping,
  backend: ProtocolBackend,
  { route: { kinds } }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const { operations } = mapping
  const [operation] = kinds.map((kind) => operations[kind])
  const { history, served } = operation ?? {}
  if (history === undefined || backend.page === undefined)
    throw new ProtocolFault(404, 'not_found', 'tasks are not listed here')
  const { implied = {} } = served?.list ?? {}
  for (const [name, value] of request.query)
    if (name !== history.size?.parameter && name !== history.next.parameter && implied[name] !== value)
      throw new ProtocolFault(400, 'invalid_request', `${name}=${value} is not supported; leave it out`)
  const { tasks, more } = await backend.page(kinds, placeOf(history, request), request)
  const listed = tasks.flatMap((task) => {
    const asked = operations[task.kind]
    const { id, created } = task
    return asked === undefined
      ? []
      : [{ id, created, told: renderQuery(asked, { ...toldOf(mapping, backend, task), baseUrl: request.baseUrl }) }]
  })
  const path = `${request.baseUrl}${request.path}`
  return { status: 200, body: renderPage(history, served?.list ?? {}, { tasks: listed, path, more }) }
}

function placeOf({ size, next }: History, { query }: ProtocolRequest): PagePlace {
  const most = size?.most ?? usualLimit
  const limit =
    size === undefined ? most : numberIn(query, size.parameter, { least: 1, most }, Math.min(usualLimit, most))
  if (next.by === 'page') return { limit, skip: limit * (numberIn(query, next.parameter, { least: 1 }, 1) - 1) }
  if (next.by === 'offset') return { limit, skip: numberIn(query, next.parameter, { least: 0 }, 0) }
  const after = query.get(next.parameter) ?? undefined
  return { limit, skip: 0, ...(after === undefined ? {} : { after }) }
}

function numberIn(
  query: URLSearchParams,
  name: string,
  { least, most }: { least: number; most?: number },
  usual: number,
): number {
  const number = Number(query.get(name) ?? usual)
  if (Number.isInteger(number) && number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER)) return number
  const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`
  throw new ProtocolFault(400, 'invalid_request', `${name} must be an integer ${range}`)
}

/** The lists that are read where this request asks, in two pages where they have pages. */
export async function valueLists(
  { valueLists: sources = {} }: Mapping,
  backend: ProtocolBackend,
  { route: { lists } }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  let body: Json = {}
  for (const name of lists) {
    const source = sources[name]
    const values = await backend.values?.(name, request)
    if (source === undefined || values === undefined)
      throw new ProtocolFault(404, 'not_found', 'values are not listed here')
    const half = Math.ceil(values.length / 2)
    const isSecond = source.next !== undefined && request.query.get(source.next.parameter) === 'second'
    const page = source.next === undefined ? values : isSecond ? values.slice(half) : values.slice(0, half)
    body = renderValues(body, source, { values: [...page], ...(isSecond ? {} : { next: 'second' }) })
  }
  return { status: 200, body }
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

import type { TaskKind } from '../../domain/task/record.js'
import {
  ProtocolFault,
  type BackendTask,
  type ProtocolAnswer,
  type ProtocolBackend,
  type ProtocolRequest,
} from './backend.js'
import {
  answersFile,
  fromUpstream,
  isSamePath,
  read,
  renderError,
  renderList,
  renderQuery,
  renderResult,
  renderSubmit,
  renderUnknownModel,
  rendersFile,
  modelOf,
  modelParameter,
  renderModels,
  submitPath,
  withAskedResult,
  withoutWebhook,
  write,
  type JsonObject,
  type Mapping,
  type Operation,
  type Problem,
} from '@model-tasks/documents/upstreams/interpreter'
import { bodyFile } from './read-request.js'
import { withNamedParameters } from './named-parameters.js'
import { matchRoute, routesOf, type Match } from './routes.js'
import { answerPage, remove, valueLists } from './served.js'
import { toldOf } from './told.js'

/** Answers the requests of a protocol's clients: the mapping, read backwards. */
export function createProtocolServer(
  mapping: Mapping,
  backend: ProtocolBackend,
): (request: ProtocolRequest) => Promise<ProtocolAnswer> {
  const routes = routesOf(mapping)
  return async (request) => {
    try {
      const match = matchRoute(routes, request)
      if (match === undefined)
        throw new ProtocolFault(
          404,
          'not_found',
          `${request.method} ${request.path} is not part of ${mapping.protocol}`,
        )
      return await answer(mapping, backend, match, request)
    } catch (error) {
      if (!(error instanceof ProtocolFault)) throw error
      const { status, code, message, headers, problem, parameter } = error
      const { codeHeader } = mapping.errors
      const named = codeHeader === undefined ? {} : { [codeHeader]: code }
      const body = renderError(mapping, status, message, code, parameter)
      return { status, body, headers: { ...headers, ...named }, ...(problem === undefined ? {} : { problem }) }
    }
  }
}

async function answer(
  mapping: Mapping,
  backend: ProtocolBackend,
  match: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const { action } = match.route
  if (action === 'submit') return submit(mapping, backend, match, request)
  if (action === 'probe') {
    await backend.probe(request)
    return { status: mapping.probe?.accepted[0] ?? 200, body: {} }
  }
  if (action === 'models') return models(mapping, backend, match, request)
  if (action === 'values') return valueLists(mapping, backend, match, request)
  if (action === 'upload') return upload(mapping, backend, request)
  if (action === 'secret') return webhookSecret(mapping, backend, request)
  if (action === 'list') return list(mapping, backend, match, request)
  if (action === 'page')
    return namesTasks(mapping, match, request)
      ? list(mapping, backend, match, request)
      : answerPage(mapping, backend, match, request)
  if (action === 'remove') return remove(firstOperationOf(mapping, match.route), backend, match, request)
  const id = match.id ?? ''
  if (action === 'cancel') checkCancel(firstOperationOf(mapping, match.route), id, request)
  const task = action === 'cancel' ? await backend.cancel(id, request) : await backend.query(id, request)
  if (!('state' in task)) return task
  const operation = operationOf(mapping, task.kind)
  if (action === 'content') {
    if (task.state !== 'completed' || task.url === undefined)
      throw new ProtocolFault(404, 'not_ready', `task ${id} has no result (${task.state})`)
    return { status: 302, redirect: task.url }
  }
  if (action === 'result') return result(operation, task)
  return { status: 200, body: renderQuery(operation, { ...toldOf(mapping, backend, task), baseUrl: request.baseUrl }) }
}

/** A cancel whose body does not say what the path says is one of another task. Throws `ProtocolFault`. */
function checkCancel({ cancel }: Operation, id: string, { body }: ProtocolRequest): void {
  for (const { to, from } of cancel?.body ?? [])
    if (from.kind === 'id' && read(body, to) !== id)
      throw new ProtocolFault(400, 'invalid_request', `/${to.join('/')} of the body is not the task ${id}`)
}

async function submit(
  mapping: Mapping,
  backend: ProtocolBackend,
  { route, model: inPath }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const { body, target } = webhookIn(mapping, backend, request)
  const inBody = modelOf(firstOperationOf(mapping, route), body)
  const named = inPath ?? inBody ?? backend.defaultModel?.(route.kinds)
  if (named === undefined) throw new ProtocolFault(400, 'invalid_model', 'the request names no model')
  const model = backend.model(named, route.kinds)
  if (model === undefined) return renderUnknownModel(mapping, named)
  if (!route.kinds.includes(model.facts.kind))
    throw new ProtocolFault(400, 'invalid_model', `${model.id} makes ${model.facts.kind}s, which this path does not`)
  const { operation, body: told } = withAskedResult(operationOf(mapping, model.facts.kind), body, named)
  const reversed = fromUpstream(mapping, model.facts, told, {
    path: request.path,
    model: named,
    defaultsFor: model.defaultsFor,
  })
  if ('problems' in reversed) throw unreadable(reversed.problems)
  const { parameters } = reversed
  const asked = { facts: model.facts, upstreamModel: named, parameters, defaults: model.defaultsFor(parameters) }
  const path = submitPath(operation, asked)
  if (!isSamePath(path, request.path))
    throw new ProtocolFault(400, 'invalid_request', `a request like this is sent to ${path}`)
  const wanted = { ...(target === undefined ? {} : { webhook: target }), file: rendersFile(operation) }
  const task = await withNamedParameters(operation, model.facts, () =>
    backend.submit(model, parameters, request, wanted),
  )
  const { base64, contentType = 'application/octet-stream' } = task
  if (base64 !== undefined && wantsFile(operation, request))
    return { status: operation.submitStatus ?? 200, file: { contentType, bytes: Buffer.from(base64, 'base64') } }
  return {
    status: operation.submitStatus ?? 200,
    body: renderSubmit(operation, {
      ...toldOf(mapping, backend, { ...task, parameters }),
      baseUrl: request.baseUrl,
    }),
  }
}

/** A body with members that our requests have no words for. */
function unreadable(problems: readonly Problem[]): ProtocolFault {
  const [{ path } = { path: '' }, ...others] = problems
  const message = problems.map((each) => each.message).join('; ')
  const member = others.length > 0 || path === '' ? undefined : path.slice(1).replaceAll('/', '.')
  return new ProtocolFault(400, 'invalid_request', message, {}, undefined, member)
}

/** Whether a submit is answered with the file itself: callers that accept JSON only get it in JSON. */
function wantsFile({ answer: { results } }: Operation, { headers }: ProtocolRequest): boolean {
  const accepted = headers['accept'] ?? '*/*'
  return answersFile(results) && !/^\s*application\/json\s*(;[^,]*)?$/i.test(accepted)
}

/** The body of a submit without what asks for webhooks. */
function webhookIn(
  { webhooks }: Mapping,
  backend: ProtocolBackend,
  { body = {}, query }: ProtocolRequest,
): { body: JsonObject; target?: string } {
  if (webhooks === undefined) return { body }
  const asked = withoutWebhook(webhooks, body, query)
  if (asked.target !== undefined && backend.webhookSecret === undefined) {
    const { url } = webhooks
    const member = url.in === 'body' ? url.at.join('.') : url.name
    throw new ProtocolFault(
      400,
      'invalid_request',
      `${member}: webhooks are not sent here; leave it out, and query the task`,
    )
  }
  return asked
}

async function webhookSecret(
  { title, webhooks }: Mapping,
  backend: ProtocolBackend,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const secret = await backend.webhookSecret?.(request)
  const { key } = webhooks?.signature ?? {}
  if (secret === undefined || key?.by !== 'request')
    throw new ProtocolFault(404, 'not_found', `no webhooks of ${title} are sent here`)
  return { status: 200, body: write({}, key.at, secret) }
}

/** Whether a request for a page asks for some tasks by their IDs. */
function namesTasks({ operations }: Mapping, { route: { kinds } }: Match, { query }: ProtocolRequest): boolean {
  return kinds.some((kind) => {
    const { filter } = operations[kind]?.list ?? {}
    return filter !== undefined && query.has(filter)
  })
}

/** The operation that says how a path is used by which tasks of several kinds are asked for: that of the first of them. */
function firstOperationOf(mapping: Mapping, { kinds: [first = 'video'] }: Match['route']): Operation {
  return operationOf(mapping, first)
}

/** The tasks of these IDs that there are. Without any it answers only whether the key is valid. */
async function list(
  mapping: Mapping,
  backend: ProtocolBackend,
  { route }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const operation = firstOperationOf(mapping, route)
  const { filter = '', limit = 0 } = operation.list ?? {}
  const ids = request.query.getAll(filter)
  if (ids.length > limit)
    throw new ProtocolFault(400, 'invalid_request', `${filter} may be given ${limit} times, not ${ids.length} times`)
  if (ids.length === 0) await backend.probe(request)
  const tasks = await Promise.all(ids.map((id) => foundTask(() => backend.query(id, request))))
  const found = tasks
    .filter((task) => task !== undefined)
    .map((task) => ({ ...toldOf(mapping, backend, task), baseUrl: request.baseUrl }))
  return { status: 200, body: renderList(operation, found) }
}

async function foundTask(query: () => Promise<BackendTask>): Promise<BackendTask | undefined> {
  try {
    return await query()
  } catch (error) {
    if (error instanceof ProtocolFault && error.status === 404) return undefined
    throw error
  }
}

/** What there is of models: all of them, or the one that is asked for. Where any would do, a list has none to name. */
async function models(
  mapping: Mapping,
  backend: ProtocolBackend,
  { model: inPath }: Match,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const { modelProbe: probe } = mapping
  if (probe === undefined || 'untestable' in probe) return { status: 404, body: {} }
  const parameter = modelParameter(probe)
  const asked = inPath ?? (parameter === undefined ? undefined : (request.query.get(parameter) ?? undefined))
  const all = await backend.models(request)
  if (asked === undefined) return { status: 200, body: all === undefined ? {} : renderModels(probe, all) }
  const id = backend.model(asked, [])?.id
  const found = id !== undefined && all?.includes(id) !== false ? [asked] : []
  return found.length === 0 && inPath !== undefined
    ? renderUnknownModel(mapping, asked)
    : { status: 200, body: renderModels(probe, found) }
}

async function upload(
  { upload: facts }: Mapping,
  backend: ProtocolBackend,
  request: ProtocolRequest,
): Promise<ProtocolAnswer> {
  const file = request.body?.[facts?.field ?? bodyFile]
  if (facts === undefined || typeof file !== 'string' || !file.startsWith('data:'))
    throw new ProtocolFault(400, 'invalid_request', 'the request holds no file')
  return { status: 200, body: write({}, facts.reference, await backend.upload(file, request)) }
}

function result({ answer: { results } }: Operation, task: BackendTask): ProtocolAnswer {
  const query = results.find((one) => one.kind === 'query')
  if (query === undefined) throw new ProtocolFault(404, 'not_found', 'this protocol serves no results')
  if (task.state === 'completed' && task.url !== undefined)
    return { status: 200, body: renderResult({}, query.results, task) }
  if (task.state === 'queued' || task.state === 'processing')
    return { status: query.pending?.status ?? 404, body: query.pending?.body ?? {} }
  throw new ProtocolFault(422, task.state, task.message ?? task.state)
}

function operationOf({ operations, title }: Mapping, kind: TaskKind): Operation {
  const operation = operations[kind]
  if (operation === undefined) throw new ProtocolFault(400, 'invalid_model', `${title} makes no ${kind}s`)
  return operation
}

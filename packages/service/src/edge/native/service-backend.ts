import { models } from '@model-tasks/documents/upstreams/models'
import {
  rendersFile,
  toldParameters,
  type Mapping,
  type Operation,
  type UpstreamState,
} from '@model-tasks/documents/upstreams/interpreter'
import { formatCount } from '@model-tasks/validation/count'
import type { Clock } from '../../base/clock.js'
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'
import { conditionalDefaults, defaultsDependOn } from '../../domain/conditional-defaults.js'
import { isTaskKind } from '../../domain/task/record.js'
import { resultType } from '../../keep/results/result-key.js'
import type { VendorModels } from '../../settings/settings.js'
import type { Sender } from './carried-files.js'
import type { OwnApi } from './own-api.js'
import {
  ParametersFault,
  ProtocolFault,
  type BackendTask,
  type ProtocolBackend,
  type ProtocolRequest,
} from '../protocol/backend.js'

/** Milliseconds that a caller waits for an API that answers with the result itself, and between two looks. */
const longestWait = 5 * 60_000
const waitPause = 500

/** The largest result, in bytes, that is answered as base64: 64 MiB of it, the most that this service takes from an upstream. */
const largestFile = 48 * 1024 * 1024

/** Removes the files of a completed task of whom the key is. */
export type RemoveResult = (id: string, request: ProtocolRequest) => Promise<void>

/** What native APIs need beside the service's own API. */
export interface BackendParts {
  clock: Pick<Clock, 'elapsed' | 'delay'>
  vendorModels: VendorModels
  carry: CarryFiles
  checkLimits: CheckLimits
  once: SubmitOnce
  removeResult: RemoveResult
  detailsOf: DetailsOf
}

/** What of a task the service's own API leaves out; what is not known is absent. */
export type TaskDetails = Pick<BackendTask, 'completed' | 'expires' | 'parameters'>

/** The details of tasks, which are read together, with the parameters of these names. */
export type DetailsOf = (
  ids: readonly string[],
  parameters: readonly string[],
  request: ProtocolRequest,
) => Promise<(id: string) => TaskDetails>

/** The parameters of a request in the form that its model takes files; `validate` rejects before the first is stored. */
export type CarryFiles = (
  model: string,
  parameters: JsonObject,
  request: ProtocolRequest,
  validate: Sender['validate'],
) => Promise<JsonObject>

/** Rejects where the quota of the key or a hard budget does not suffice for a task that holds so many credits. */
export type CheckLimits = (credits: number, request: ProtocolRequest) => Promise<void>

/**
 * The task that a submit is answered with: `submit` makes it, under a key where it gets one; where the request repeats one whose answer
 * was not delivered, it is the one that was made then.
 */
export type SubmitOnce = (
  request: ProtocolRequest,
  submit: (key: string | undefined) => Promise<BackendTask>,
  found: (id: string) => Promise<BackendTask>,
) => Promise<BackendTask>

/** So many pages of a hundred tasks are read for one page of a kind. */
const mostLooks = 50

/** The tasks of this service as a protocol's clients see them. Nothing is decided here that the service's own API decides. */
export function serviceBackend(
  mapping: Mapping,
  own: OwnApi,
  { clock, vendorModels, carry, checkLimits, once, removeResult, detailsOf }: BackendParts,
): ProtocolBackend {
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    request: ProtocolRequest,
    body?: JsonObject,
    key = request.headers['idempotency-key'],
  ): Promise<JsonObject> => {
    const answer = await own.call({
      method,
      path,
      key: request.key,
      // URLs of results are those of the host that the caller reached.
      headers: {
        ...passedOn(request.headers),
        ...(key === undefined || method === 'GET' ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const json = objectIn(answer.body)
    if (answer.status >= 200 && answer.status < 300) return json
    throw faultOf(answer.status, json, answer.headers)
  }
  /** The tasks with what their protocol tells of them and the service's own API does not. */
  const withDetails = async (tasks: readonly BackendTask[], request: ProtocolRequest): Promise<BackendTask[]> => {
    const detailed = tasks.filter(({ kind }) => tellsDetails(mapping.operations[kind]))
    const names = new Set(detailed.flatMap(({ kind, model }) => readParameters(mapping.operations[kind], model)))
    const ids = detailed.map(({ id }) => id)
    const detailsFor = ids.length === 0 ? (): TaskDetails => ({}) : await detailsOf(ids, [...names], request)
    return tasks.map((task) => {
      const { parameters, ...times } = detailsFor(task.id)
      return {
        ...task,
        ...(task.state === 'completed' ? times : {}),
        ...(parameters === undefined ? {} : { parameters }),
      }
    })
  }
  const look = async (id: string, request: ProtocolRequest): Promise<BackendTask> => {
    const task = taskOf(await ask('GET', `/tasks/${encodeURIComponent(id)}`, request))
    const [detailed = task] = await withDetails([task], request)
    return detailed
  }
  const isRead = ({ kind }: BackendTask): boolean => {
    const operation = mapping.operations[kind]
    return operation !== undefined && rendersFile(operation)
  }
  const withFile = async (task: BackendTask): Promise<BackendTask> => {
    if (task.url === undefined) return task
    const urls = [task.url, ...(task.others ?? []).flatMap(({ url }) => url ?? [])]
    const files = await Promise.all(urls.map((url) => own.readResult(url, largestFile)))
    if (files.every((file) => file !== undefined)) {
      const [base64, ...others] = files.map((file) => file.toString('base64'))
      const contentType = resultType(new URL(task.url).pathname)
      return {
        ...task,
        ...(base64 !== undefined && { base64 }),
        others: others.map((other) => ({ base64: other })),
        contentType,
      }
    }
    const words = `the result is larger than ${largestFile} bytes, the most that is sent as base64`
    throw new ProtocolFault(
      500,
      'result_too_large',
      `${words}; fetch it with GET /tasks/${task.id} of the service's own API`,
    )
  }
  return {
    model(named) {
      const { aliases } = vendorModels
      const id = [named, named.split('/').at(-1) ?? named]
        .map((name) => (Object.hasOwn(aliases, name) ? aliases[name] : name))
        .find((one) => one !== undefined && Object.hasOwn(models, one))
      const facts = id === undefined ? undefined : models[id]
      if (id === undefined || facts === undefined) return undefined
      return { id, facts, defaultsFor: (parameters) => conditionalDefaults(id, parameters) }
    },
    defaultModel: (kinds) => kinds.map((kind) => vendorModels.defaults[kind]).find((model) => model !== undefined),
    async submit({ id: model }, parameters, request, { file }) {
      const validate: Sender['validate'] = async (outline) => {
        const held = checkAffordable(await ask('POST', '/quote', request, { model, ...outline }))
        await checkLimits(held, request)
      }
      const submitted = await once(
        request,
        async (key) => {
          const carried = await carry(model, parameters, request, validate)
          return taskOf(await ask('POST', '/tasks', request, { model, ...carried }, key))
        },
        (id) => look(id, request),
      )
      if (mapping.operations[submitted.kind]?.id !== undefined) return submitted
      const task = await ended(submitted, () => look(submitted.id, request), clock)
      return file ? withFile(task) : task
    },
    async query(id, request) {
      const task = await look(id, request)
      return isRead(task) ? withFile(task) : task
    },
    async cancel(id, request) {
      const task = taskOf(await ask('POST', `/tasks/${encodeURIComponent(id)}/cancel`, request))
      if (task.state === 'failed') return task
      throw goesOn(id)
    },
    async remove(id, request) {
      const task = await look(id, request)
      try {
        const cancelled = taskOf(await ask('POST', `/tasks/${encodeURIComponent(id)}/cancel`, request))
        if (cancelled.state !== 'failed') throw goesOn(id)
      } catch (error) {
        // What the key may not do, and what goes on, is not removed; what has ended is.
        if (!(error instanceof ProtocolFault) || error.problem !== 'task-ended') throw error
        await removeResult(id, request)
      }
      return task
    },
    async page(kinds, { limit, skip, after }, request) {
      const tasks: BackendTask[] = []
      for (let [place, looks] = [after, 0]; ; looks += 1) {
        const query = new URLSearchParams({ limit: '100', ...(place === undefined ? {} : { after: place }) })
        const { data, has_more: more, next } = await ask('GET', `/tasks?${query.toString()}`, request)
        const found = (Array.isArray(data) ? data : []).filter(isJsonObject).map(taskOf)
        tasks.push(...found.filter(({ kind }) => kinds.includes(kind)))
        const isWhole = tasks.length > skip + limit
        if (isWhole || more !== true || typeof next !== 'string' || looks === mostLooks) {
          const shown = tasks.slice(skip, skip + limit)
          return {
            tasks: await withDetails(shown, request),
            more: isWhole || more === true,
          }
        }
        place = next
      }
    },
    // Nothing is kept: the submit that names the file carries it.
    upload: async (file, request) => {
      await ask('GET', '/models', request)
      return file
    },
    async models(request) {
      const { data } = await ask('GET', '/models', request)
      const own = (Array.isArray(data) ? data : []).flatMap((model) => {
        const { id, kind, available } = isJsonObject(model) ? model : {}
        const isMade = typeof kind === 'string' && isTaskKind(kind) && mapping.operations[kind] !== undefined
        return typeof id === 'string' && isMade && available === true ? [id] : []
      })
      const aliases = Object.entries(vendorModels.aliases).filter(([, model]) => own.includes(model))
      return [...own, ...aliases.map(([name]) => name)]
    },
    probe: async (request) => void (await ask('GET', '/models', request)),
  }
}

/** Whether answers tell of tasks what the service's own API does not. */
function tellsDetails({ told }: Pick<Operation, 'told'> = { told: [] }): boolean {
  return told.some(({ from: { kind } }) => kind === 'completed' || kind === 'expires' || kind === 'sent')
}

/** The parameters of a task of this model on which depends what answers tell of it. */
function readParameters(operation: Operation | undefined, model: string): string[] {
  const told = operation === undefined ? [] : toldParameters(operation)
  return told.length === 0 ? [] : [...told, ...defaultsDependOn(model)]
}

/** The credits that a quote says a task holds. Throws where the account has not so many. */
function checkAffordable({ amount, held = amount, available }: JsonObject): number {
  if (typeof held !== 'number') return 0
  if (typeof available !== 'number' || held <= available) return held
  throw new ProtocolFault(
    402,
    'credits_missing',
    `the task needs ${formatCount(held, 'credit')} and ${available} are left`,
  )
}

function goesOn(id: string): ProtocolFault {
  return new ProtocolFault(
    409,
    'task_goes_on',
    `task ${id} cannot be stopped any more: an upstream has it. It goes on, and is charged unless the upstream proves that it did not make it`,
  )
}

/** What one request to both APIs has in common. */
function passedOn(headers: ProtocolRequest['headers']): Record<string, string> {
  const names = ['host', 'x-request-id', 'traceparent']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Waits for the end of a task whose protocol has no ID to ask with. */
async function ended(
  submitted: BackendTask,
  look: () => Promise<BackendTask>,
  clock: Pick<Clock, 'elapsed' | 'delay'>,
): Promise<BackendTask> {
  const deadline = clock.elapsed() + longestWait
  let task = submitted
  while (task.state !== 'completed') {
    if (task.state === 'failed') throw new ProtocolFault(422, 'failed', task.message ?? 'the task failed')
    if (clock.elapsed() >= deadline)
      throw new ProtocolFault(504, 'timeout', `task ${task.id} has not ended yet; ask for it at the service's own API`)
    await clock.delay(waitPause)
    task = await look()
  }
  return task
}

function taskOf(task: JsonObject): BackendTask {
  const urls = Array.isArray(task['result_urls']) ? task['result_urls'].filter((each) => typeof each === 'string') : []
  const { id, object, model, created, status, result_url: url, error, actualDuration, progress } = task
  return {
    id: typeof id === 'string' ? id : '',
    kind: typeof object === 'string' && isTaskKind(object) ? object : 'video',
    model: typeof model === 'string' ? model : '',
    created: typeof created === 'number' ? created : 0,
    state: stateOf(status),
    ...(typeof progress === 'number' ? { progress } : {}),
    ...(typeof url === 'string' ? { url } : {}),
    ...(urls.length > 1 ? { others: urls.slice(1).map((other) => ({ url: other })) } : {}),
    ...(typeof error === 'string' ? { message: error, code: 'failed' } : {}),
    ...(typeof actualDuration === 'number' ? { seconds: actualDuration } : {}),
  }
}

function stateOf(status: unknown): UpstreamState {
  return status === 'queued' || status === 'completed' || status === 'failed' ? status : 'processing'
}

/** The service's problem document in the words of a fault: its detail and every finding. */
function faultOf(status: number, problem: JsonObject, headers: Readonly<Record<string, unknown>>): ProtocolFault {
  const { type, title, detail, reason, findings } = problem
  const wrong = (Array.isArray(findings) ? findings : []).flatMap((finding) => {
    const { severity, parameter, message } = isJsonObject(finding) ? finding : {}
    const named = typeof parameter === 'string' ? parameter : ''
    return severity === 'error' && typeof message === 'string' ? [{ parameter: named, message }] : []
  })
  const messages = wrong.map(({ message }) => message)
  const said = messages.length > 0 ? messages.join('; ') : [detail, title].find((text) => typeof text === 'string')
  const retryAfter = headers['retry-after']
  const fault = new ProtocolFault(
    status,
    typeof reason === 'string' ? reason : `http_${status}`,
    typeof said === 'string' ? said : `HTTP ${status}`,
    typeof retryAfter === 'string' || typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {},
    typeof type === 'string' ? type.slice(type.lastIndexOf(':') + 1) : undefined,
  )
  return wrong.length > 0 ? new ParametersFault(fault, wrong) : fault
}

function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

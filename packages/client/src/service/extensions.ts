import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { exchange } from '../transport/exchange.js'
import { failure } from '../errors/failure.js'
import { idOf, isTask, ownTask } from '../task/task.js'
import { redactAnswer } from '../policy/redact.js'

export { capabilities, keepsKeys } from './capabilities.js'

/** A model as a service with the extension `models` lists it. */
export interface ListedModel {
  id: string
  object: 'model'
  kind: string
  available: boolean
  reason?: string
  reference: boolean
}

/** Which tasks to list. */
export interface ListQuery {
  limit?: number
  /** `next` of the page before. */
  after?: string
  status?: string
  model?: string
}

/** Tasks, newest first. */
export interface TaskPage {
  object: 'list'
  data: Task[]
  has_more: boolean
  next?: string
}

/** A file in the asset library; `assetId://{id}` stands for it in a request once it is approved. */
export interface Asset {
  id: string
  object: 'asset'
  status: string
  [field: string]: unknown
}

/** Extension `models`: what this account may see. */
export async function models(context: Context, call: Call): Promise<ListedModel[]> {
  const { data } = await ask(context, call, 'models', 'GET', '/models')
  return data as ListedModel[]
}

/** Extension `list`: one page of tasks. */
export async function list(context: Context, call: Call, { model, ...query }: ListQuery): Promise<TaskPage> {
  const wanted = Object.entries({ ...query, model: model && (context.modelIds[model] ?? model) }).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, String(value)]]),
  )
  const page = (await ask(
    context,
    call,
    'list',
    'GET',
    `/tasks?${new URLSearchParams(wanted).toString()}`,
  )) as unknown as TaskPage
  return { ...page, data: page.data.map((task) => ownTask(context, task)) }
}

/** Extension `cancel`: the task as it is afterwards. Throws ApiError (409) when it had ended. */
export async function cancel(context: Context, call: Call, taskId: string): Promise<Task> {
  if (!idOf({ id: taskId })) throw new ModelTasksError('cancel() wants the id of a task', {})
  const task = await ask(
    context,
    call,
    'cancel',
    'POST',
    `/tasks/${encodeURIComponent(taskId)}/cancel`,
    undefined,
    taskId,
  )
  if (!isTask(task)) throw new ProtocolError('cancel: the answer is no Task', { taskId })
  return ownTask(context, task)
}

/** Extension `assets`: puts a file into the asset library. */
export async function uploadAsset(context: Context, call: Call, file: Blob): Promise<Asset> {
  return (await ask(context, call, 'assets', 'POST', '/assets', {
    body: file,
    headers: { 'content-type': file.type || 'application/octet-stream' },
  })) as unknown as Asset
}

/** Extension `assets`: how a review stands. */
export async function asset(context: Context, call: Call, id: string): Promise<Asset> {
  if (!idOf({ id })) throw new ModelTasksError('asset() wants the id of an asset', {})
  return (await ask(context, call, 'assets', 'GET', `/assets/${encodeURIComponent(id)}`)) as unknown as Asset
}

async function ask(
  context: Context,
  call: Call,
  extension: string,
  method: string,
  path: string,
  init?: RequestInit,
  taskId?: string,
): Promise<Record<string, unknown>> {
  const what = `${extension}, an extension that not every service has`
  const answer = await exchange(context, call, method, path, init, taskId)
  if (answer.status > 299) throw failure(context, answer, what, taskId === undefined ? {} : { taskId })
  const { json } = answer
  if (
    typeof json !== 'object' ||
    json === null ||
    (extension !== 'cancel' && extension !== 'assets' && !('data' in json && Array.isArray(json.data)))
  ) {
    throw new ProtocolError(`${what}: the answer is not what it promises`, {
      body: redactAnswer(answer, [context.apiKey]).body,
    })
  }
  return json as Record<string, unknown>
}

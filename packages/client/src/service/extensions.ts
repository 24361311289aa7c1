import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { invalidOption } from '../call/check-options.js'
import { answerDetails, failure } from '../errors/failure.js'
import { ProtocolError } from '../errors/protocol-error.js'
import type { Answer } from '../policy/answer.js'
import { backoff } from '../policy/backoff.js'
import { isSuccess } from '../policy/classify.js'
import { Scope } from '../policy/scope.js'
import { idOf, isTask, ownTask } from '../task/task.js'
import { exchange, type ServiceRequest } from '../transport/exchange.js'
import { fromAnswer } from '../transport/response-info.js'
import { pollDelay } from '../wait/poll-delay.js'
import { recordEnd } from '../wait/query.js'
import { isTransient } from '../wait/transient.js'
import { notOffered } from './capabilities.js'
import type {
  Account,
  Asset,
  AssetPage,
  AssetQuery,
  CurrentValues,
  ListedModel,
  ListQuery,
  Quote,
  TaskPage,
} from './resources.js'

export { capabilities, keepsKeys } from './capabilities.js'

/** Milliseconds that a cancellation may take, whose caller has already left. */
const cancelTimeout = 10_000

/** Extension `models`: what this account may see. */
export async function models(context: Context, call: Call): Promise<ListedModel[]> {
  const { result, answer } = await ask(context, call, 'models', { method: 'GET', path: '/models' }, listOf(isModel))
  return fromAnswer(result.data, answer)
}

/** Extension `value-lists`: the values that upstreams have at the moment, at the places of a request that they are known of. */
export async function valueLists(context: Context, call: Call, model: string): Promise<CurrentValues[]> {
  const path = withQuery('/value-lists', { model: context.modelIds[model] ?? model })
  const { result, answer } = await ask(context, call, 'value-lists', { method: 'GET', path }, listOf(isValueList))
  return fromAnswer(result.data, answer)
}

/** Extension `account`: whose key this client uses, and what the account can spend. */
export async function account(context: Context, call: Call): Promise<Account> {
  const { result, answer } = await ask(context, call, 'account', { method: 'GET', path: '/account' }, isAccount)
  return fromAnswer(result, answer)
}

/** Extension `quote`: what a task of this request would cost. Throws RequestInvalidError where a submit would be rejected. */
export async function quote(context: Context, call: Call, model: string, params: object): Promise<Quote> {
  const body = JSON.stringify({ ...params, model: context.modelIds[model] ?? model })
  const request = { method: 'POST', path: '/quote', body, headers: { 'content-type': 'application/json' } }
  const { result, answer } = await ask(context, call, 'quote', request, isQuote)
  return fromAnswer({ ...result, model }, answer)
}

/** Extension `list`: one page of tasks; iterated over, its tasks and all that follow. The time of the call is that of each page. */
export async function list(
  context: Context,
  call: Call,
  query: ListQuery = {},
): Promise<TaskPage & AsyncIterable<Task>> {
  const { model } = query
  const path = withQuery('/tasks', { ...query, model: model && (context.modelIds[model] ?? model) })
  const { result, answer } = await ask(context, call, 'list', { method: 'GET', path }, listOf(isTask))
  const received = result as TaskPage
  const first: TaskPage & AsyncIterable<Task> = {
    ...received,
    data: received.data.map((task) => ownTask(context.modelIds, task)),
    async *[Symbol.asyncIterator]() {
      for (let page: TaskPage = first; ;) {
        yield* page.data
        if (!page.has_more || page.next === undefined) return
        const scope = new Scope(call.timeout, call.signal, context.clock)
        page = await list(context, { ...call, scope }, { ...query, after: page.next })
      }
    },
  }
  // Printed, a page is what the service answered.
  Object.defineProperty(first, Symbol.asyncIterator, { enumerable: false })
  return fromAnswer(first, answer)
}

/** Extension `cancel`: the task as it is afterwards. Throws ApiError (409) when it had ended. */
export async function cancel(context: Context, call: Call, taskId: string): Promise<Task> {
  if (!idOf({ id: taskId })) throw invalidOption('cancel() requires a task ID')
  const request = { method: 'POST', path: `/tasks/${encodeURIComponent(taskId)}/cancel` }
  const { result, answer } = await ask(context, call, 'cancel', request, isTask, taskId)
  const task = fromAnswer(ownTask(context.modelIds, result), answer)
  await recordEnd(context, call, task)
  return task
}

/** `cancel` for a caller that has already left: bound by neither its signal nor its timeout. */
export async function cancelLater(context: Context, call: Call, taskId: string): Promise<void> {
  const scope = new Scope(cancelTimeout, undefined, context.clock)
  await cancel(context, { ...call, signal: undefined, scope }, taskId)
}

/** Extension `assets`: puts a file into the asset library; with `untilReviewed`, answers once its review is over. Errors say its `name`. */
export async function uploadAsset(
  context: Context,
  call: Call,
  file: Blob,
  {
    untilReviewed = false,
    name = (file as Partial<File>).name,
  }: { untilReviewed?: boolean | undefined; name?: string } = {},
): Promise<Asset> {
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  const request = { method: 'POST', path: '/assets', body: file, headers }
  const upload = name === undefined ? 'assets' : `assets, upload of ${name}`
  const { result, answer } = await ask(context, call, upload, request, isAsset)
  const uploaded = fromAnswer(result, answer)
  return untilReviewed ? reviewed(context, call, uploaded) : uploaded
}

/** An asset once its review is over. A query that fails and may succeed later is repeated. */
async function reviewed(context: Context, call: Call, uploaded: Asset): Promise<Asset> {
  let latest = uploaded
  for (let faults = 0; latest.status === 'pending';) {
    const interval = pollDelay(context.clock, call.pollInterval)
    // What ends the call ends the query that follows.
    await call.scope.sleep(faults > 0 ? backoff(faults, interval) : interval).catch(() => undefined)
    try {
      latest = await asset(context, call, uploaded.id)
      faults = 0
    } catch (error) {
      if (!isTransient(error) || call.scope.stopped || ++faults > call.retries) throw error
    }
  }
  return latest
}

/** A path with what is asked for. Without any there is no question mark either, which some Nodes would send. */
function withQuery(path: string, query: object): string {
  const wanted = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return wanted.length === 0 ? path : `${path}?${new URLSearchParams(wanted).toString()}`
}

/** Extension `assets`: one page of the asset library, newest first. */
export async function listAssets(context: Context, call: Call, query: AssetQuery = {}): Promise<AssetPage> {
  const path = withQuery('/assets', query)
  const { result, answer } = await ask(context, call, 'assets', { method: 'GET', path }, listOf(isAsset))
  return fromAnswer(result as AssetPage, answer)
}

/** Extension `assets`: how a review stands. */
export async function asset(context: Context, call: Call, id: string): Promise<Asset> {
  if (!idOf({ id })) throw invalidOption('asset() requires an asset ID')
  const request = { method: 'GET', path: `/assets/${encodeURIComponent(id)}` }
  const { result, answer } = await ask(context, call, 'assets', request, isAsset)
  return fromAnswer(result, answer)
}

/** How errors name an extension where the answer is not one of it. */
export function foreign(extension: string): string {
  return `${extension}, an extension that not every service has`
}

async function ask<T>(
  context: Context,
  call: Call,
  extension: string,
  request: ServiceRequest,
  isExpected: (json: unknown) => json is T,
  taskId?: string,
): Promise<{ result: T; answer: Answer }> {
  const answer = await exchange(context, call, request, { taskId })
  if (!isSuccess(answer.status)) {
    const what = notOffered.includes(answer.status) ? foreign(extension) : extension
    throw await failure(context, call, answer, what, { taskId })
  }
  if (isExpected(answer.json)) return { result: answer.json, answer }
  throw new ProtocolError(`${foreign(extension)}: the answer is not what it promises`, {
    taskId,
    ...answerDetails(context, answer),
  })
}

function listOf<T>(isItem: (json: unknown) => json is T): (json: unknown) => json is { data: T[] } {
  return (json): json is { data: T[] } => {
    const { data } = Object(json) as { data?: unknown }
    return Array.isArray(data) && data.every(isItem)
  }
}

function isModel(json: unknown): json is ListedModel {
  return idOf(json) !== undefined
}

function isValueList(json: unknown): json is CurrentValues {
  const { path, values, read } = Object(json) as Partial<CurrentValues>
  const isList = Array.isArray(values) && values.every((value) => typeof value === 'string')
  return typeof path === 'string' && isList && typeof read === 'number'
}

function isAccount(json: unknown): json is Account {
  const { id, key } = Object(json) as Partial<Account>
  return typeof id === 'string' && Array.isArray(key?.scopes)
}

function isQuote(json: unknown): json is Quote {
  return typeof (Object(json) as { amount?: unknown }).amount === 'number'
}

/** An asset has an ID and a status, as a task has: a reference to a file without an ID must not be paid for. */
function isAsset(json: unknown): json is Asset {
  return isTask(json)
}

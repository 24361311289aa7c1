import type {
  ImageModelId,
  ImageTask,
  InRange,
  InvocableModelId,
  JsonValue,
  Task,
  VideoModelId,
  VideoTask,
} from '@model-tasks/spec'
import type { Batch, BatchRequest, RunAllOptions } from './batch/index.js'
import { invalidOption } from './call/check-options.js'
import { beginCall, createContext, type Call, type Context } from './call/context.js'
import type * as Methods from './call/methods.js'
import type { CallOptions, ClientOptions, UploadOptions } from './call/options.js'
import { within } from './call/within.js'
import type { Input } from './files/input.js'
import type { MediaFile } from './files/media-file.js'
import type { Journal } from './journal/journal.js'
import type { ResumeOptions, Resumed } from './journal/resume.js'
import type {
  Account,
  Asset,
  AssetPage,
  AssetQuery,
  Capabilities,
  CurrentValues,
  ListedModel,
  ListQuery,
  Quote,
  TaskPage,
} from './service/resources.js'
import type { EventsFrom } from './service/events.js'
import { submit } from './submit/submit.js'
import { TaskHandle, type HandleJson } from './task/handle.js'
import { idOf } from './task/task.js'
import type { TaskEvent } from './webhooks/event.js'

/** Parameters of a model that is named at run time: JSON, with files among it. */
export interface CustomParams {
  [name: string]: JsonValue | Blob | MediaFile | readonly (JsonValue | Blob | MediaFile)[]
}

/** The task a model makes. */
export type TaskOf<M extends string> = M extends ImageModelId ? ImageTask : M extends VideoModelId ? VideoTask : Task

/** The functions that are loaded when they are called, as the methods of a client pass on their arguments. */
type Extended = {
  [Name in keyof typeof Methods]: (typeof Methods)[Name] extends (
    context: Context,
    call: Call,
    ...rest: infer Rest
  ) => infer Answered
    ? (...rest: Rest) => Answered
    : never
}
type Extensions = {
  [Name in keyof Extended]: (
    context: Context,
    call: Call,
    ...rest: Parameters<Extended[Name]>
  ) => Promise<Awaited<ReturnType<Extended[Name]>>>
}

/**
 * A client of one Model Task Service. Submits once, waits without losing anything, and never sends the key elsewhere.
 * Without options, MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY are read from the environment.
 */
export class ModelTasks {
  readonly #context: Context

  constructor(options: ClientOptions = {}) {
    this.#context = createContext(options)
  }

  /**
   * Checks the request, sends it once and answers as soon as the service has given the task's ID.
   * Throws RequestInvalidError before anything is sent; SubmitUnknownError when the task may have been accepted.
   */
  async submit<M extends InvocableModelId, const D, const S>(
    model: M,
    input: Input<M> & InRange<M, { duration: D; seed: S }>,
    options?: CallOptions,
  ): Promise<TaskHandle<TaskOf<M>>> {
    return this.#submit(model, input, this.#begin(options), false)
  }

  /** `submit` and `wait` in one: the completed task. `timeout` bounds both together. */
  async run<M extends InvocableModelId, const D, const S>(
    model: M,
    input: Input<M> & InRange<M, { duration: D; seed: S }>,
    options?: CallOptions,
  ): Promise<TaskOf<M>> {
    const call = this.#begin(options)
    const handle = await this.#submit<TaskOf<M>>(model, input, call, false)
    return handle.wait({ ...options, timeout: call.scope.remaining })
  }

  /** `submit` for a model named at run time. One the catalogue does not know is sent as it is; one it knows is checked. */
  async custom(model: string, params: CustomParams, options?: CallOptions): Promise<TaskHandle> {
    return this.#submit(model, params, this.#begin(options), true)
  }

  /**
   * The parameters with their files uploaded or inlined: what `submit` would send, as JSON, for a request that is stored or
   * sent later. Checks the request as `submit` does, and throws what it throws before it sends.
   */
  resolveFiles(model: string, params: CustomParams, options?: CallOptions): Promise<Record<string, JsonValue>> {
    return this.#extend(options, 'resolveFiles', model, params)
  }

  /** The handle of a task that was submitted before, here or in another process: by its ID, or by a handle's JSON. Throws ModelTasksError without an ID. */
  task<T extends Task = Task>(idOrJson: string | HandleJson, options?: CallOptions): TaskHandle<T> {
    const json = typeof idOrJson === 'string' ? { id: idOrJson } : idOrJson
    if (!idOf(json)) throw invalidOption("task() requires a task ID or a handle's JSON")
    return new TaskHandle<T>(this.#context, json, undefined, options)
  }

  /** One query of a task. Throws ConnectionError, `ApiError` or a subclass, ProtocolError. */
  async query(id: string, options?: CallOptions): Promise<Task> {
    return this.task(id).query(options)
  }

  /** Runs many requests, a few at a time; see `RunAllOptions`. */
  runAll(requests: Iterable<BatchRequest>, options?: RunAllOptions): Promise<Batch> {
    return this.#extend({}, 'runAll', this, requests, options)
  }

  /** Resumes what an earlier process left in a journal; see `Resumed`. */
  resumeAll(journal: Journal, options?: ResumeOptions): Promise<Resumed> {
    return this.#extend(options, 'resumeAll', journal, options)
  }

  /** What this service declares beyond the interface. Throws ApiError where it declares nothing. */
  capabilities(options?: CallOptions): Promise<Capabilities> {
    return this.#extend(options, 'capabilities')
  }

  /** Whose key this client uses: its account, the balance, and what the key may do. An extension. */
  account(options?: CallOptions): Promise<Account> {
    return this.#extend(options, 'account')
  }

  /** The models this account sees. An extension: throws ApiError where the service has no such list. */
  models(options?: CallOptions): Promise<ListedModel[]> {
    return this.#extend(options, 'models')
  }

  /** What a task of this request would cost, and whether the service can carry it. Makes no task. An extension: throws RequestInvalidError where a submit would be rejected. */
  quote(model: string, params: Readonly<Record<string, JsonValue>>, options?: CallOptions): Promise<Quote> {
    return this.#extend(options, 'quote', model, params)
  }

  /** One page of tasks, newest first; iterated over, the tasks of this page and all that follow. An extension. */
  list(which?: ListQuery, options?: CallOptions): Promise<TaskPage> & AsyncIterable<Task> {
    const first = this.#extend(options, 'list', which)
    return Object.assign(first, {
      async *[Symbol.asyncIterator]() {
        yield* await first
      },
    })
  }

  /** The tasks of the account as they end, from any process, until the call ends; a stream that breaks goes on behind its last event. An extension. */
  async *events(from?: EventsFrom, options?: CallOptions): AsyncGenerator<TaskEvent> {
    yield* await this.#extend(options, 'events', from)
  }

  /** Cancels a task that has not ended. An extension. */
  cancel(id: string, options?: CallOptions): Promise<Task> {
    return this.#extend(options, 'cancel', id)
  }

  /** The values that upstreams have at the moment where they add to them, such as voices, and when they were read. A place that is not listed takes any value. An extension. */
  valueLists(model: string, options?: CallOptions): Promise<CurrentValues[]> {
    return this.#extend(options, 'valueLists', model)
  }

  /** Puts a file into the asset library. An extension. */
  uploadAsset(file: Blob, options?: UploadOptions): Promise<Asset> {
    return this.#extend(options, 'uploadAsset', file, options)
  }

  /** One page of the asset library, newest first. An extension. */
  listAssets(which?: AssetQuery, options?: CallOptions): Promise<AssetPage> {
    return this.#extend(options, 'listAssets', which)
  }

  /** How the review of an asset stands. An extension. */
  asset(id: string, options?: CallOptions): Promise<Asset> {
    return this.#extend(options, 'asset', id)
  }

  #begin(options?: CallOptions): Call {
    return beginCall(this.#context, options)
  }

  /** Calls a function that is loaded now. */
  async #extend<Name extends keyof Extended>(
    options: CallOptions | undefined,
    name: Name,
    ...rest: Parameters<Extended[Name]>
  ): Promise<Awaited<ReturnType<Extended[Name]>>> {
    const call = this.#begin(options)
    const methods: Extensions = await within(this.#context, call, () => import('./call/methods.js'))
    return methods[name](this.#context, call, ...rest)
  }

  async #submit<T extends Task>(model: string, params: object, call: Call, open: boolean): Promise<TaskHandle<T>> {
    const { id, task, idempotencyKey } = await submit(this.#context, call, model, params, open)
    const json = { id, model, idempotencyKey }
    return new TaskHandle<T>(this.#context, json, task as T | undefined, { journal: call.journal })
  }
}

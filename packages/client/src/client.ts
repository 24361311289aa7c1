import type {
  ImageModelId,
  ImageTask,
  InRange,
  InvocableModelId,
  JsonValue,
  ModelInput,
  Task,
  VideoModelId,
  VideoTask,
} from '@model-tasks/spec'
import type { Batch, BatchRequest, RunAllOptions } from './batch/index.js'
import type { Capabilities } from './service/capabilities.js'
import { beginCall, createContext, type Call, type Context } from './call/context.js'
import { ModelTasksError } from './errors/model-tasks-error.js'
import type { Asset, ListedModel, ListQuery, TaskPage } from './service/extensions.js'
import { TaskHandle, type HandleJson } from './task/handle.js'
import { mintKey } from './submit/idempotency-key.js'
import type { Journal } from './journal/journal.js'
import type { Resumed } from './journal/resume.js'
import type { CallOptions, ClientOptions } from './call/options.js'
import { idOf } from './task/task.js'
import { tell } from './call/tell.js'

/** The task a model makes. */
export type TaskOf<M extends string> = M extends ImageModelId ? ImageTask : M extends VideoModelId ? VideoTask : Task

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
   * Checks the request, sends it once and answers as soon as the service has given the task's id.
   * Throws RequestInvalidError before anything is sent; SubmitUnknownError when the task may have been accepted.
   */
  async submit<M extends InvocableModelId, const D, const S>(
    model: M,
    input: ModelInput[M] & InRange<M, { duration: D; seed: S }>,
    options?: CallOptions,
  ): Promise<TaskHandle<TaskOf<M>>> {
    return this.#submit(model, input, this.#begin(options), false)
  }

  /** `submit` and `wait` in one: the completed task. `timeout` bounds both together. */
  async run<M extends InvocableModelId, const D, const S>(
    model: M,
    input: ModelInput[M] & InRange<M, { duration: D; seed: S }>,
    options?: CallOptions,
  ): Promise<TaskOf<M>> {
    const call = this.#begin(options)
    const handle = await this.#submit<TaskOf<M>>(model, input, call, false)
    return handle.wait({ ...options, timeout: Math.max(0, call.deadline - this.#context.clock.now()) })
  }

  /** `submit` for a model named at run time. One the catalogue does not know is sent as it is; one it knows is checked. */
  async custom(model: string, params: Record<string, JsonValue>, options?: CallOptions): Promise<TaskHandle> {
    return this.#submit(model, params, this.#begin(options), true)
  }

  /** The handle of a task that was submitted before, here or in another process: by its id, or by a handle's JSON. Throws ModelTasksError without an id. */
  task<T extends Task = Task>(idOrJson: string | HandleJson, options?: CallOptions): TaskHandle<T> {
    const json = typeof idOrJson === 'string' ? { id: idOrJson } : idOrJson
    if (!idOf(json)) throw new ModelTasksError('task() wants the id of a task, or the JSON of a handle', {})
    return new TaskHandle<T>(this.#context, json, undefined, options)
  }

  /** One query of a task. Throws ConnectionError, ApiError and its kin, ProtocolError. */
  async query(id: string, options?: CallOptions): Promise<Task> {
    return this.task(id).query(options)
  }

  /** Runs many requests, a few at a time; see `RunAllOptions`. */
  async runAll(requests: Iterable<BatchRequest>, options?: RunAllOptions): Promise<Batch> {
    return (await import('./batch/run-all.js')).runAll(this, requests, options)
  }

  /** Takes up what an earlier process left in a journal; see `Resumed`. */
  async resumeAll(journal: Journal, options?: CallOptions): Promise<Resumed> {
    return (await import('./journal/resume.js')).resumeAll(this, this.#context, journal, options)
  }

  /** What this service declares beyond the interface. Throws ApiError where it declares nothing. */
  async capabilities(options?: CallOptions): Promise<Capabilities> {
    return (await import('./service/extensions.js')).capabilities(this.#context, this.#begin(options))
  }

  /** The models this account sees. An extension: throws ApiError where the service has no such list. */
  async models(options?: CallOptions): Promise<ListedModel[]> {
    return (await import('./service/extensions.js')).models(this.#context, this.#begin(options))
  }

  /** One page of tasks, newest first. An extension. */
  async list(which: ListQuery = {}, options?: CallOptions): Promise<TaskPage> {
    return (await import('./service/extensions.js')).list(this.#context, this.#begin(options), which)
  }

  /** Cancels a task that has not ended. An extension. */
  async cancel(id: string, options?: CallOptions): Promise<Task> {
    return (await import('./service/extensions.js')).cancel(this.#context, this.#begin(options), id)
  }

  /** Puts a file into the asset library. An extension. */
  async uploadAsset(file: Blob, options?: CallOptions): Promise<Asset> {
    return (await import('./service/extensions.js')).uploadAsset(this.#context, this.#begin(options), file)
  }

  /** How the review of an asset stands. An extension. */
  async asset(id: string, options?: CallOptions): Promise<Asset> {
    return (await import('./service/extensions.js')).asset(this.#context, this.#begin(options), id)
  }

  #begin(options?: CallOptions): Call {
    return beginCall(this.#context, options)
  }

  async #submit<T extends Task>(model: string, params: object, call: Call, open: boolean): Promise<TaskHandle<T>> {
    const { prepare, submit } = await import('./submit/index.js')
    const body = await prepare(this.#context, call, model, params, open)
    const key = call.idempotencyKey ?? mintKey()
    const intent = call.journal && (await (await import('./journal/write.js')).intend(call.journal, key, model, body))
    const { id, task } = await submit(this.#context, call, body, key).catch(intent?.refused)
    await tell(this.#context, intent?.submitted, id)
    await tell(this.#context, call.onSubmitted, id)
    return new TaskHandle<T>(this.#context, { id, model, idempotencyKey: key }, task as T | undefined, {
      journal: call.journal,
    })
  }
}

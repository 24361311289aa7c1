import type { ImageModelId, ImageTask, InvocableModelId, JsonValue, ModelInput, Task, VideoModelId, VideoTask } from '@model-tasks/spec'
import type { Capabilities } from './capabilities.js'
import { beginCall, createContext, type Call, type Context } from './context.js'
import { TaskHandle, type HandleJson } from './handle.js'
import { mintKey } from './idempotency-key.js'
import type { CallOptions, ClientOptions } from './options.js'
import { prepare } from './prepare.js'
import { query } from './query.js'
import { submit } from './submit.js'
import { tell } from './tell.js'

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
  async submit<M extends InvocableModelId>(model: M, input: ModelInput[M], options?: CallOptions): Promise<TaskHandle<TaskOf<M>>> {
    return this.#submit(model, input, beginCall(this.#context, options), false)
  }

  /** `submit` and `wait` in one: the completed task. `timeout` bounds both together. */
  async run<M extends InvocableModelId>(model: M, input: ModelInput[M], options?: CallOptions): Promise<TaskOf<M>> {
    const { clock } = this.#context
    const call = beginCall(this.#context, options)
    const handle = await this.#submit<TaskOf<M>>(model, input, call, false)
    return handle.wait({ ...options, timeout: call.deadline - clock.now() })
  }

  /** `submit` for a model named at run time. One the catalogue does not know is sent as it is; one it knows is checked. */
  async custom(model: string, params: Record<string, JsonValue>, options?: CallOptions): Promise<TaskHandle> {
    return this.#submit(model, params, beginCall(this.#context, options), true)
  }

  /** The handle of a task that was submitted before, here or in another process: by its id, or by a handle's JSON. */
  task<T extends Task = Task>(idOrJson: string | HandleJson): TaskHandle<T> {
    return new TaskHandle<T>(this.#context, typeof idOrJson === 'string' ? { id: idOrJson } : idOrJson)
  }

  /** One query of a task. Throws ConnectionError, ApiError and its kin, ProtocolError. */
  async query(id: string, options?: CallOptions): Promise<Task> {
    return query(this.#context, beginCall(this.#context, options), id)
  }

  /** What this service declares beyond the interface. Throws ApiError where it declares nothing. */
  async capabilities(options?: CallOptions): Promise<Capabilities> {
    return (await import('./capabilities.js')).capabilities(this.#context, beginCall(this.#context, options))
  }

  async #submit<T extends Task>(model: string, params: object, call: Call, open: boolean): Promise<TaskHandle<T>> {
    const body = await prepare(this.#context, call, model, params, open)
    const key = call.idempotencyKey ?? mintKey()
    const intent = call.journal && await (await import('./journal/write.js')).intend(call.journal, key, model, body)
    const { id, task } = await submit(this.#context, call, body, key).catch(intent?.refused)
    await tell(this.#context, intent?.submitted, id)
    await tell(this.#context, call.onSubmitted, id)
    return new TaskHandle<T>(this.#context, { id, model, idempotencyKey: key }, task as T | undefined, { journal: call.journal })
  }
}

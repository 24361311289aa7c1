import type { Task } from '@model-tasks/spec'
import { beginCall, type Call, type Context } from '../call/context.js'
import type * as Downloads from '../download/index.js'
import type { DownloadOptions, Download } from '../download/index.js'
import type { CallOptions } from '../call/options.js'
import type { FileChoice } from '../download/one-of-several.js'
import { within } from '../call/within.js'
import { query } from '../wait/query.js'
import { responseOf, type ResponseInfo } from '../transport/response-info.js'
import type { Snapshot } from '../wait/snapshot.js'
import { updates } from '../wait/updates.js'
import { wait } from '../wait/wait.js'

/** A handle as JSON: enough for another process to resume the task. Holds no API key. */
export interface HandleJson {
  id: string
  model?: string | undefined
  idempotencyKey?: string | undefined
}

/** A task that the service has accepted. Holds its ID and the last state seen, and nothing that must be closed. */
export class TaskHandle<T extends Task = Task> implements AsyncIterable<T> {
  declare readonly id: string
  /** The Idempotency-Key it was submitted with, when this client submitted it. */
  declare readonly idempotencyKey: string | undefined
  readonly #context: Context
  readonly #json: HandleJson
  readonly #options: CallOptions | undefined
  readonly #snapshot: Snapshot

  constructor(context: Context, json: HandleJson, task?: T, options?: CallOptions) {
    this.id = json.id
    this.idempotencyKey = json.idempotencyKey
    this.#context = context
    this.#json = json
    this.#options = options
    this.#snapshot = {
      id: json.id,
      accepted: json.idempotencyKey !== undefined,
      task,
      at: context.clock.now(),
    }
  }

  /** The last state seen; undefined before the first. */
  get task(): T | undefined {
    return this.#snapshot.task as T | undefined
  }

  /** The status, headers and request ID of the answer that `task` came from. */
  get response(): ResponseInfo | undefined {
    return this.task && responseOf(this.task)
  }

  /** One query. */
  async query(options?: CallOptions): Promise<T> {
    return query(this.#context, this.#begin(options), this.#snapshot) as Promise<T>
  }

  /** Each state that is seen, the last one completed or failed. Throws as `wait` does, but not for a failed task. */
  async *updates(options?: CallOptions): AsyncGenerator<T, void, undefined> {
    yield* updates(this.#context, this.#begin(options), this.#snapshot) as AsyncGenerator<T, void, undefined>
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return this.updates()
  }

  /**
   * The completed task. Faults on the way never end the wait. Throws TaskFailedError when the task failed,
   * TaskTimeoutError after `timeout`, AbortedError within 10 ms of the signal.
   */
  async wait(options?: CallOptions): Promise<T> {
    return wait(this.#context, this.#begin(options), this.#snapshot) as Promise<T>
  }

  /** Waits for the task if need be and stores its result file, or one of several, under `path`; see `DownloadOptions`. */
  async download(path: string, options: DownloadOptions = {}): Promise<Download> {
    const call = this.#begin(options)
    const { download } = await this.#load(call, 'download(path)')
    return download(this.#context, call, this, path, options)
  }

  /** Waits for the task if need be and answers with the result as it streams in, for platforms without a disk. */
  async open(options?: CallOptions & FileChoice): Promise<Response> {
    const call = this.#begin(options)
    const { open } = await this.#load(call, 'open()')
    return open(this.#context, call, this)
  }

  toJSON(): HandleJson {
    const { id, model = this.task?.model, idempotencyKey } = this.#json
    return { id, model, idempotencyKey }
  }

  async #load(call: Call, again: string): Promise<typeof Downloads> {
    const { id, task } = this
    return within(this.#context, call, () => import('../download/index.js'), { taskId: id, task, again })
  }

  #begin(options?: CallOptions): Call {
    return beginCall(this.#context, { ...this.#options, ...options })
  }
}

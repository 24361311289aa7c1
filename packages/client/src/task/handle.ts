import type { Task } from '@model-tasks/spec'
import { beginCall, type Call, type Context } from '../call/context.js'
import type { DownloadOptions, Download } from '../download/index.js'
import type { CallOptions } from '../call/options.js'
import { query } from '../wait/query.js'
import type { Sighting } from '../wait/updates.js'

/** A handle as JSON: enough for another process to take the task up again. Holds no key. */
export interface HandleJson {
  id: string
  model?: string | undefined
  idempotencyKey?: string | undefined
}

/** A task that the service has accepted. Holds its id and the last state seen, and nothing that must be closed. */
export class TaskHandle<T extends Task = Task> implements AsyncIterable<T> {
  readonly id: string
  /** The Idempotency-Key it was submitted with, when this client submitted it. */
  readonly idempotencyKey: string | undefined
  readonly #context: Context
  readonly #json: HandleJson
  readonly #options: CallOptions | undefined
  readonly #sighting: Sighting

  constructor(context: Context, json: HandleJson, task?: T, options?: CallOptions) {
    this.id = json.id
    this.idempotencyKey = json.idempotencyKey
    this.#context = context
    this.#json = json
    this.#options = options
    this.#sighting = { id: json.id, task, at: context.clock.now() }
  }

  /** The last state seen; undefined before the first. */
  get task(): T | undefined {
    return this.#sighting.task as T | undefined
  }

  /** One query. */
  async query(options?: CallOptions): Promise<T> {
    this.#sighting.task = await query(this.#context, this.#begin(options), this.id, this.#sighting.task)
    this.#sighting.at = this.#context.clock.now()
    return this.#sighting.task as T
  }

  /** Each state that is seen, the last one completed or failed. Throws as `wait` does, but not for a failed task. */
  async *updates(options?: CallOptions): AsyncGenerator<T, void, undefined> {
    yield* (await import('../wait/wait.js')).updates(
      this.#context,
      this.#begin(options),
      this.#sighting,
    ) as AsyncGenerator<T, void, undefined>
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    return this.updates()
  }

  /**
   * The completed task. Faults on the way never end the wait. Throws TaskFailedError when the task failed,
   * TaskTimeoutError after `timeout`, AbortedError within 10 ms of the signal.
   */
  async wait(options?: CallOptions): Promise<T> {
    return (await import('../wait/wait.js')).wait(this.#context, this.#begin(options), this.#sighting) as Promise<T>
  }

  /** Waits for the task if need be and stores its result file under `path`; see `DownloadOptions`. */
  async download(path: string, options: DownloadOptions = {}): Promise<Download> {
    return (await import('../download/index.js')).download(this.#context, this.#begin(options), this, path, options)
  }

  /** Waits for the task if need be and answers with the result as it streams in, for places without a disk. */
  async open(options?: CallOptions): Promise<Response> {
    return (await import('../download/index.js')).open(this.#context, this.#begin(options), this)
  }

  toJSON(): HandleJson {
    const { id, model = this.task?.model, idempotencyKey } = this.#json
    return { id, model, idempotencyKey }
  }

  #begin(options?: CallOptions): Call {
    return beginCall(this.#context, { ...this.#options, ...options })
  }
}

import type {
  Experimental_VideoModelV4 as VideoModelV4,
  Experimental_VideoModelV4CallOptions as CallOptions,
  Experimental_VideoModelV4OperationStartResult as StartResult,
  Experimental_VideoModelV4OperationStatusResult as StatusResult,
  JSONObject,
  JSONValue,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { ApiError, type Task, type TaskHandle } from '@model-tasks/client'
import { queryVerdict, resultLocations } from '@model-tasks/client/policy'
import { callError } from './call-error.js'
import { callHeaders } from './call-headers.js'
import { operationOf, type Operation, type StartedTask } from './operation.js'
import { providerName } from './request/provider-options.js'
import { videoParameters } from './request/video-parameters.js'
import { failureOf, filesOf, mayPass } from './result.js'
import type { Session } from './session.js'
import { startTasks } from './submit/start-tasks.js'

/** What the core splits calls by: each task makes one video, but the tasks of a call stay together, so that one that fails does not take the others along. */
const maxVideosPerCall = 100

/** How long a task may take to end after its webhook, in milliseconds, faults included. */
const afterWebhook = 60_000

/** How long a task may be answered with 404 before it counts as missing, in milliseconds; the client waits for 30 s. */
const whileMissing = 35_000

/** A video model, started and asked for its status: the core can wait for it, hand it on, or leave it to a webhook. */
export class ModelTasksVideoModel implements VideoModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'model-tasks.video'
  readonly maxVideosPerCall = maxVideosPerCall
  readonly modelId: string
  readonly #session: Session

  constructor(session: Session, modelId: string) {
    this.#session = session
    this.modelId = modelId
  }

  /** The service tells the URL of the webhook when the task has ended, where its operator allows it. */
  async handleWebhookOption({ webhook }: { webhook: WebhookFactory }): Promise<{
    webhookUrl: string
    received: Awaited<ReturnType<WebhookFactory>>['received']
  }> {
    const { url, received } = await webhook()
    return { webhookUrl: url, received }
  }

  /** Submits the tasks of a call, each once. Throws `APICallError`, which is never retried, where none was started. */
  async doStart(options: CallOptions & { webhookUrl?: string }): Promise<StartResult> {
    const { modelId: model } = this
    const { parameters, warnings } = await videoParameters(model, options)
    const { key, headers } = callHeaders(options.headers, options.webhookUrl)
    const { n, abortSignal: signal } = options
    const { tasks, missing, continued } = await startTasks(this.#session, {
      model,
      parameters,
      n,
      key,
      options: { headers, signal },
    })
    const operation: Operation = {
      tasks,
      ...(missing.length > 0 && { missing }),
      ...(options.webhookUrl !== undefined && { webhook: true }),
    }
    const notes = continued.map((id) => `Task ${id} of an earlier call is continued; nothing was submitted for it.`)
    return {
      operation,
      warnings: [...warnings, ...notes.map((message) => ({ type: 'other' as const, message }))],
      providerMetadata: metadata({ tasks }),
      response: this.#response(),
    }
  }

  /** Asks for the tasks of an operation once. A fault on the way says nothing about them: they are `pending`. */
  async doStatus({ operation: given, abortSignal, headers }: StatusOptions): Promise<StatusResult> {
    const operation = operationOf(given)
    const call = { signal: abortSignal, headers: callHeaders(headers).headers }
    const states = await Promise.all(operation.tasks.map((task) => this.#state(task, operation, call)))
    const response = this.#response()
    if (states.some(({ task }) => task === undefined)) return { status: 'pending', response }

    const warnings = (operation.missing ?? []).map((message) => ({ type: 'other' as const, message }))
    const videos: Extract<StatusResult, { status: 'completed' }>['videos'] = []
    const made: JSONObject[] = []
    const failures: string[] = []
    for (const { handle, task } of states) {
      if (task?.status !== 'completed') {
        if (task) failures.push(failureOf(task))
        continue
      }
      try {
        for (const { data, mediaType } of await filesOf(this.#session, handle, task, abortSignal))
          videos.push({ type: 'binary', data, mediaType: mediaType ?? 'video/mp4' })
      } catch (error) {
        if (mayPass(error) && !abortSignal?.aborted) return { status: 'pending', response }
        throw this.#error(error, handle.id)
      }
      made.push({ taskId: task.id, urls: resultLocations(task) })
    }
    if (made.length === 0)
      return {
        status: 'error',
        error: failures.join('\n'),
        providerMetadata: metadata({ tasks: operation.tasks }),
        response,
      }
    warnings.push(...failures.map((message) => ({ type: 'other' as const, message })))
    return { status: 'completed', videos, warnings, providerMetadata: metadata({ videos: made }), response }
  }

  /** A task that has ended; without its state where it goes on, or where that is not known. */
  async #state(
    started: StartedTask,
    { webhook }: Operation,
    call: { signal: AbortSignal | undefined; headers: Record<string, string> },
  ): Promise<{ handle: TaskHandle; task: Task | undefined }> {
    const handle = this.#session.handle({ ...started, model: this.modelId })
    try {
      const task = webhook ? await this.#waited(handle, afterWebhook, call) : await this.#asked(handle, call)
      return { handle, task: task && ['completed', 'failed'].includes(task.status) ? task : undefined }
    } catch (error) {
      if (mayPass(error) && !call.signal?.aborted) return { handle, task: undefined }
      throw this.#error(error, started.id)
    }
  }

  async #asked(handle: TaskHandle, call: QueryCall): Promise<Task | undefined> {
    try {
      return await handle.query(call)
    } catch (error) {
      // A replica of the service may lag behind.
      if (!(error instanceof ApiError) || queryVerdict(error.status) !== 'missing') throw error
      return this.#waited(handle, whileMissing, call)
    }
  }

  /** Waits for a task for a while: it is undefined where it has not ended by then. */
  async #waited(handle: TaskHandle, timeout: number, call: QueryCall): Promise<Task | undefined> {
    try {
      return await handle.wait({ ...call, timeout })
    } catch (error) {
      const { name } = error as Error
      if (name === 'TaskFailedError' || name === 'TaskTimeoutError') return handle.task
      throw error
    }
  }

  #error(error: unknown, taskId: string): unknown {
    return callError(error, { service: this.#session.service, model: this.modelId, taskId })
  }

  #response(): StartResult['response'] {
    return { timestamp: this.#session.now(), modelId: this.modelId, headers: undefined }
  }
}

type WebhookFactory = Parameters<NonNullable<VideoModelV4['handleWebhookOption']>>[0]['webhook']
type StatusOptions = Parameters<NonNullable<VideoModelV4['doStatus']>>[0]
type QueryCall = { signal: AbortSignal | undefined; headers: Record<string, string> }

function metadata(own: Record<string, JSONValue>): SharedV4ProviderMetadata {
  return { [providerName]: own }
}

import type {
  ImageModelV4,
  ImageModelV4CallOptions,
  ImageModelV4Result,
  JSONObject,
  SharedV4Warning,
} from '@ai-sdk/provider'
import { resultLocations } from '@model-tasks/client/policy'
import { callError } from './call-error.js'
import { callHeaders } from './call-headers.js'
import type { StartedTask } from './operation.js'
import { imageParameters } from './request/image-parameters.js'
import { has, parametersOf } from './request/model-parameters.js'
import { providerName } from './request/provider-options.js'
import { filesOf } from './result.js'
import type { Session } from './session.js'
import { startTasks } from './submit/start-tasks.js'

/** What one call makes at most: its images stay together, so that one that fails does not take the others along. */
const maxImagesPerCall = 100

/** What became of one task. */
interface Outcome {
  images: Uint8Array[]
  made: JSONObject[]
  error?: unknown
}

/** An image model. A call submits its tasks, waits for them and answers with their files. */
export class ModelTasksImageModel implements ImageModelV4 {
  readonly specificationVersion = 'v4'
  readonly provider = 'model-tasks.image'
  readonly maxImagesPerCall = maxImagesPerCall
  readonly supportsMaskInputs = false
  readonly modelId: string
  readonly #session: Session

  constructor(session: Session, modelId: string) {
    this.#session = session
    this.modelId = modelId
  }

  get supportsFileInputs(): Promise<boolean> {
    return parametersOf(this.modelId).then((known) => has(known, 'reference_images'))
  }

  /** Throws `APICallError`, which is never retried, where no image was made. Of several, those that were made are answered, with a warning for each other. */
  async doGenerate(options: ImageModelV4CallOptions): Promise<ImageModelV4Result> {
    const { modelId: model } = this
    const { parameters, warnings } = await imageParameters(model, options)
    const { key, headers } = callHeaders(options.headers)
    const { n, abortSignal: signal } = options
    const { tasks, missing, continued } = await startTasks(this.#session, {
      model,
      parameters,
      n,
      key,
      options: { headers, signal },
    })
    const outcomes = await Promise.all(tasks.map((task) => this.#outcome(task, headers, signal)))
    const made = outcomes.filter(({ error }) => error === undefined)
    const [failed] = outcomes.filter(({ error }) => error !== undefined)
    if (made.length === 0 && failed) throw failed.error

    const notes = [
      ...continued.map((id) => `Task ${id} of an earlier call is continued; nothing was submitted for it.`),
      ...missing,
      ...outcomes.flatMap(({ error }) => (error instanceof Error ? error.message : [])),
    ]
    const more: SharedV4Warning[] = notes.map((message) => ({ type: 'other', message }))
    return {
      images: made.flatMap(({ images }) => images),
      isRetryable: false,
      warnings: [...warnings, ...more],
      providerMetadata: { [providerName]: { images: made.flatMap(({ made: each }) => each), tasks } },
      response: { timestamp: this.#session.now(), modelId: model, headers: undefined },
    }
  }

  async #outcome(
    started: StartedTask,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const handle = this.#session.handle({ ...started, model: this.modelId })
    try {
      const task = await handle.wait({ headers, signal })
      const images = (await filesOf(this.#session, handle, task, signal)).map(({ data }) => data)
      return { images, made: resultLocations(task).map((url) => ({ taskId: task.id, url })) }
    } catch (error) {
      const subject = { service: this.#session.service, model: this.modelId, taskId: started.id }
      return { images: [], made: [], error: callError(error, subject) }
    }
  }
}

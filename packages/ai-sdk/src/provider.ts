import { NoSuchModelError, type Experimental_VideoModelV4, type ImageModelV4, type ProviderV4 } from '@ai-sdk/provider'
import type { ImageModelId, VideoModelId } from '@model-tasks/spec'
import { ModelTasksImageModel } from './image-model.js'
import { kindOfModel } from './request/model-parameters.js'
import { Session } from './session.js'
import type { ModelTasksProviderSettings } from './settings.js'
import { unfinishedIn, type Unfinished } from './unfinished.js'
import { ModelTasksVideoModel } from './video-model.js'

/** A Model ID of the catalogue, which editors complete, or another one of the service. */
type Id<Known extends string> = Known | (string & {})

/** The models of one service, for the AI SDK. */
export interface ModelTasksProvider extends ProviderV4 {
  /** A video model, for `generateVideo` and `startVideo`. Throws `NoSuchModelError` for a model that makes something else. */
  video(modelId: Id<VideoModelId>): Experimental_VideoModelV4
  /** The same, by the name that registries of providers use. */
  videoModel(modelId: Id<VideoModelId>): Experimental_VideoModelV4
  /** An image model, for `generateImage`. Throws `NoSuchModelError` for a model that makes something else. */
  image(modelId: Id<ImageModelId>): ImageModelV4
  imageModel(modelId: Id<ImageModelId>): ImageModelV4
  /** The tasks in the journal that were not seen to end: what a timeout, an abort or a kill has left. Asks about submits whose answer was lost. */
  unfinished(): Promise<Unfinished>
}

/** Creates a provider. Reads, sends and writes nothing before a model is called; `baseUrl` and `apiKey` default to MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY. */
export function createModelTasks(settings: ModelTasksProviderSettings = {}): ModelTasksProvider {
  const session = new Session(settings)
  const video = (modelId: string): Experimental_VideoModelV4 => {
    rejectOtherKind(modelId, 'video', 'videoModel')
    return new ModelTasksVideoModel(session, modelId)
  }
  const image = (modelId: string): ImageModelV4 => {
    rejectOtherKind(modelId, 'image', 'imageModel')
    return new ModelTasksImageModel(session, modelId)
  }
  return {
    specificationVersion: 'v4',
    video,
    videoModel: video,
    image,
    imageModel: image,
    languageModel(modelId) {
      throw new NoSuchModelError({ modelId, modelType: 'languageModel' })
    },
    embeddingModel(modelId) {
      throw new NoSuchModelError({ modelId, modelType: 'embeddingModel' })
    },
    unfinished: () => unfinishedIn(session),
  }
}

/** The provider with the settings of the environment. */
export const modelTasks: ModelTasksProvider = /* @__PURE__ */ createModelTasks()

function rejectOtherKind(modelId: string, kind: 'video' | 'image', modelType: 'videoModel' | 'imageModel'): void {
  const its = kindOfModel(modelId)
  if (its === undefined || its === kind) return
  throw new NoSuchModelError({ modelId, modelType, message: `${modelId} is not a model for ${kind}s: it makes ${its}` })
}

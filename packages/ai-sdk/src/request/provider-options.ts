import type { CustomParams, Input, MediaFile } from '@model-tasks/client'
import type { JSONObject, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ModelId, ModelParams } from '@model-tasks/spec'

/** The name of this provider in `providerOptions` and `providerMetadata`. */
export const providerName = 'modelTasks'

/**
 * The parameters of a model, as `providerOptions.modelTasks` takes them:
 * `{ modelTasks: { resolution: '1080p' } satisfies ModelTasksOptions<'sd_2.0_discount'> }`.
 */
export type ModelTasksOptions<M extends ModelId> = Partial<ModelParams[M]>

/** The same with files among them, which are uploaded. */
export type ModelTasksFileOptions<M extends ModelId> = Partial<Input<M>>

/** `providerOptions` with parameters of a model, checked by the compiler. Files are `Blob`s, or `file(path)` of `@model-tasks/client`. */
export function optionsFor<M extends ModelId>(
  _model: M,
  parameters: ModelTasksFileOptions<M>,
): Record<typeof providerName, JSONObject> {
  // The AI SDK passes them on as they are, files included.
  return { [providerName]: parameters as unknown as JSONObject }
}

/** The parameters in the options of a call. */
export function ownOptions(options: SharedV4ProviderOptions): CustomParams {
  const { [providerName]: own = {} } = options as Partial<Record<string, object>>
  return own as Record<string, string | Blob | MediaFile>
}

import type { ImageModelV4CallOptions as CallOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { CustomParams } from '@model-tasks/client'
import { fileValue } from './files.js'
import { has, parametersOf } from './model-parameters.js'
import { ownOptions } from './provider-options.js'
import type { MappedRequest } from './video-parameters.js'

/** The options of an image call as parameters of the model; see `videoParameters`. */
export async function imageParameters(model: string, options: CallOptions): Promise<MappedRequest> {
  const known = await parametersOf(model)
  const parameters: CustomParams = {}
  const warnings: SharedV4Warning[] = []
  const { prompt, size, aspectRatio, seed, files, mask } = options
  if (prompt !== undefined) parameters['prompt'] = prompt
  if (size !== undefined) parameters['size'] = size
  if (aspectRatio !== undefined) parameters['aspect_ratio'] = aspectRatio
  if (seed !== undefined) {
    if (known === undefined || has(known, 'seed')) parameters['seed'] = seed
    else warnings.push({ type: 'unsupported', feature: 'seed', details: `${model} has no such parameter` })
  }
  if (files !== undefined && files.length > 0) parameters['reference_images'] = files.map(fileValue)
  if (mask !== undefined) parameters['mask'] = fileValue(mask)
  return { parameters: { ...parameters, ...ownOptions(options.providerOptions) }, warnings }
}

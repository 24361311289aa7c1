import type { Experimental_VideoModelV4CallOptions as CallOptions, SharedV4Warning } from '@ai-sdk/provider'
import type { CustomParams } from '@model-tasks/client'
import { fileValue, kindOf } from './files.js'
import { has, parametersOf } from './model-parameters.js'
import { ownOptions } from './provider-options.js'
import { ratioFor, resolutionFor } from './size.js'

/** A request in the parameters of its model, and what of the call it could not say. */
export interface MappedRequest {
  parameters: CustomParams
  warnings: SharedV4Warning[]
}

/**
 * The options of a video call as parameters of the model. Those that the model has no parameter for are left out with a warning, if they only
 * tune the result; one that would make another video (a size, a file) stays in, for the check of the request to reject by name.
 */
export async function videoParameters(model: string, options: CallOptions): Promise<MappedRequest> {
  const known = await parametersOf(model)
  const parameters: CustomParams = {}
  const warnings: SharedV4Warning[] = []
  const { prompt, duration, resolution, aspectRatio, seed, fps, generateAudio, frameImages, inputReferences } = options
  const ratioName = !has(known, 'aspect_ratio') && has(known, 'size') ? 'size' : 'aspect_ratio'
  const tune = (name: string, feature: string, value: number | boolean | undefined): void => {
    if (value === undefined) return
    if (known === undefined || has(known, name)) parameters[name] = value
    else warnings.push({ type: 'unsupported', feature, details: `${model} has no such parameter` })
  }

  if (prompt !== undefined) parameters['prompt'] = prompt
  if (duration !== undefined) parameters['duration'] = duration
  if (resolution !== undefined) {
    parameters['resolution'] = resolutionFor(resolution, known?.['resolution'])
    if (has(known, ratioName)) parameters[ratioName] = ratioFor(resolution, known?.[ratioName])
  }
  if (aspectRatio !== undefined) parameters[ratioName] = aspectRatio
  tune('seed', 'seed', seed)
  tune('generate_audio', 'generateAudio', generateAudio)
  if (fps !== undefined)
    warnings.push({ type: 'unsupported', feature: 'fps', details: 'No model has a parameter for it' })

  const frame = (type: string): (typeof options)['image'] =>
    frameImages?.find(({ frameType }) => frameType === type)?.image
  const first = frame('first_frame') ?? options.image
  const last = frame('last_frame')
  if (first) parameters['first_image'] = [fileValue(first)]
  if (last) parameters['last_image'] = [fileValue(last)]
  for (const kind of ['image', 'video', 'audio'] as const) {
    const files = (inputReferences ?? []).filter((file) => kindOf(file) === kind)
    if (files.length > 0) parameters[`reference_${kind}s`] = files.map(fileValue)
  }
  return { parameters: { ...parameters, ...ownOptions(options.providerOptions) }, warnings }
}

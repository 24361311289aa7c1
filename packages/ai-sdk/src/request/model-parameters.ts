import { models, type ModelId } from '@model-tasks/spec'
import { loaders, type ParameterFacts } from '@model-tasks/spec/facts'

/** The parameters that the catalogue has of a model; undefined where it does not know them, and any may be sent. */
export type KnownParameters = Readonly<Record<string, ParameterFacts>> | undefined

/** Reads what the catalogue says about a model. */
export async function parametersOf(model: string): Promise<KnownParameters> {
  if (!isModelId(model) || !models[model].reference) return undefined
  return (await loaders[model]()).facts.parameters
}

/** What a model makes; undefined for one that the catalogue does not know. */
export function kindOfModel(model: string): 'video' | 'image' | 'audio' | 'mesh' | undefined {
  return isModelId(model) ? models[model].kind : undefined
}

/** Whether a model has a parameter; one whose parameters are not known may have any. */
export function has(parameters: KnownParameters, name: string): boolean {
  return parameters === undefined || Object.hasOwn(parameters, name)
}

function isModelId(model: string): model is ModelId {
  return Object.hasOwn(models, model)
}

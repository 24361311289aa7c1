import type { JsonSchema, Model } from './catalogue.js'
import { exampleOf } from './kinds/index.js'
import { examplePrompt } from './kinds/prompt.js'

/** The smallest request body a model takes: its id and its required parameters, each with its default or its first allowed value. */
export function minimalRequest(model: Model): JsonSchema {
  return request(model, () => false)
}

/** A request as a person would write it: the required parameters and the choices most people make, breaking no rule. */
export function exampleRequest(model: Model): JsonSchema {
  const usual = new Set(['aspect_ratio', 'resolution', 'duration', 'generate_audio'])
  return request(model, (name) => usual.has(name))
}

function request(model: Model, isWanted: (name: string) => boolean): JsonSchema {
  const body: JsonSchema = { model: model.id }
  for (const parameter of model.parameters) {
    if (parameter.required || (isWanted(parameter.name) && parameter.deprecated === undefined))
      body[parameter.name] = exampleOf(parameter, model.kind)
  }
  if (!model.reference) body.prompt = examplePrompt(model.kind)
  return body
}

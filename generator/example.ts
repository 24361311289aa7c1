import type { JsonSchema, JsonValue, MediaType, Model, Parameter } from './catalogue.js'

const prompts = { video: 'A paper boat drifts down a rainy street at dusk', image: 'A paper boat at dusk, watercolour' }
const extensions: Record<MediaType, string> = { image: 'png', video: 'mp4', audio: 'mp3' }

/** The smallest request body a model takes: its id and its required parameters, each with its default or its first allowed value. */
export function minimalRequest(model: Model): JsonSchema {
  const body: JsonSchema = { model: model.id }
  for (const parameter of model.parameters) {
    if (parameter.required) body[parameter.name] = exampleValue(model, parameter)
  }
  if (!model.reference) body.prompt = prompts[model.kind]
  return body
}

/** A request as a person would write it: the required parameters and the choices most people make, breaking no rule. */
export function exampleRequest(model: Model): JsonSchema {
  const usual = new Set(['aspect_ratio', 'resolution', 'duration', 'generate_audio'])
  const body: JsonSchema = { model: model.id }
  for (const parameter of model.parameters) {
    if (parameter.required || usual.has(parameter.name)) body[parameter.name] = exampleValue(model, parameter)
  }
  if (!model.reference) body.prompt = prompts[model.kind]
  return body
}

/** A value the parameter takes: its default where it has one, else the first or smallest allowed. */
export function exampleValue(model: Model, parameter: Parameter): JsonValue {
  switch (parameter.kind) {
    case 'prompt':
      return prompts[model.kind]
    case 'string':
      return parameter.default ?? '1024x1024'
    case 'enum':
      return parameter.default ?? parameter.values[0] ?? ''
    case 'integer':
      return parameter.default ?? parameter.minimum ?? 0
    case 'boolean':
      return parameter.default ?? true
    case 'array':
      return []
    case 'media':
      return Array.from({ length: Math.max(1, parameter.minItems) }, (_, index) =>
        exampleUrl(parameter.name, parameter.media, index),
      )
  }
}

/** The address of an example file for one item of a media parameter. */
export function exampleUrl(name: string, media: MediaType, index: number): string {
  const stem = name
    .replace(/^reference_/, '')
    .replace(/s$/, '')
    .replace(/_image$/, '')
  return `https://example.com/${stem}-${index + 1}.${extensions[media]}`
}

import type { JsonValue, Model, Parameter } from '@model-tasks/spec/catalogue'
import type { LanguageCode } from '../texts/code.js'
import type { RequestBody } from './request.js'

const usual = new Set(['aspect_ratio', 'resolution', 'duration', 'generate_audio'])
const prompts = {
  en: { video: 'A paper boat drifts down a rainy street at dusk', image: 'A paper boat at dusk, watercolour' },
  zh: { video: '黄昏时分，一只纸船沿着雨中的街道漂流', image: '黄昏里的一只纸船，水彩画' },
}
const endings = { image: 'png', video: 'mp4', audio: 'mp3' }

const exampleValue = (model: Model, parameter: Parameter, language: LanguageCode): JsonValue => {
  switch (parameter.kind) {
    case 'prompt':
      return prompts[language][model.kind]
    case 'string':
      return parameter.default ?? ''
    case 'enum':
      return parameter.default ?? parameter.values[0] ?? ''
    case 'integer':
      return parameter.default ?? parameter.minimum ?? 0
    case 'boolean':
      return parameter.default ?? true
    case 'array':
      return []
    case 'media':
      return Array.from(
        { length: Math.max(1, parameter.minItems) },
        (_, index) => `https://example.com/${parameter.media}-${index + 1}.${endings[parameter.media]}`,
      )
  }
}

/** A request as a person would write it: what is required and the choices most people make. Breaks no rule of the model. The prompt is in the reader's language. */
export const exampleBody = (model: Model, language: LanguageCode = 'en'): RequestBody => {
  const body: RequestBody = { model: model.id }
  for (const parameter of model.parameters) {
    if (parameter.required || usual.has(parameter.name)) body[parameter.name] = exampleValue(model, parameter, language)
  }
  if (!model.reference) body.prompt = prompts[language][model.kind]
  return body
}

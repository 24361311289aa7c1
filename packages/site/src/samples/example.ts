import type { JsonValue, Model, Parameter } from '@model-tasks/spec/catalogue'
import type { LanguageCode } from '../texts/code.js'
import type { RequestBody } from './request.js'

const usual = new Set(['aspect_ratio', 'resolution', 'duration', 'generate_audio'])
const prompts = {
  en: {
    video: 'A paper boat drifts down a rainy street at dusk',
    image: 'A paper boat at dusk, watercolour',
    audio: 'Rain on a tin roof, far thunder',
    mesh: 'A paper boat',
  },
  zh: {
    video: '黄昏时分，一只纸船沿着雨中的街道漂流',
    image: '黄昏里的一只纸船，水彩画',
    audio: '雨打铁皮屋顶，远处有雷声',
    mesh: '一只纸船',
  },
}

const exampleValue = (model: Model, parameter: Parameter, language: LanguageCode): JsonValue => {
  switch (parameter.kind) {
    case 'prompt':
      return prompts[language][model.kind]
    case 'string':
      return parameter.default ?? parameter.examples?.[0] ?? 'text'.padEnd(parameter.minLength ?? 0, '.')
    case 'enum':
      return parameter.default ?? parameter.values[0] ?? ''
    case 'integer':
    case 'number':
      return parameter.default ?? parameter.minimum ?? 0
    case 'boolean':
      return parameter.default ?? true
    case 'array':
      return []
    case 'list':
      return Array.from({ length: Math.max(1, parameter.minItems ?? 0) }, () =>
        exampleValue(model, parameter.items, language),
      )
    case 'object':
      return Object.fromEntries(
        parameter.members
          .filter(({ required }) => required)
          .map((member) => [member.name, exampleValue(model, member, language)]),
      )
    case 'media': {
      const urls = Array.from(
        { length: Math.max(1, parameter.minItems) },
        (_, index) => `https://example.com/${parameter.media}-${index + 1}.${parameter.extension}`,
      )
      return parameter.single ? (urls[0] ?? '') : urls
    }
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

import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { isUnknown } from '../facts/value.js'
import type { SearchEntry } from '../page.js'
import type { Language } from '../texts/language.js'
import { parameterDescription, parameterWords } from '../texts/parameters.js'
import { capabilitiesOf } from '../facts/capabilities.js'
import { ruleMessage } from '../facts/rule-message.js'
import { leadOf } from '../pages/model-lead.js'

/** The values and words that lead to a parameter: what it offers, the tokens that name it, the formats of its files. */
const valuesOf = (parameter: Parameter): string[] => {
  switch (parameter.kind) {
    case 'enum':
      return parameter.values.map(String)
    case 'boolean':
      return ['true', 'false']
    case 'prompt':
      return parameter.tokens.flatMap(({ prefix, from, to }) =>
        Array.from({ length: to - from + 1 }, (_, place) => `${prefix}${from + place}`),
      )
    case 'media':
      return [
        ...new Set(
          parameter.limits.flatMap(({ formats = [], discouraged = [], quote = '' }) => [
            ...formats,
            ...discouraged,
            quote,
          ]),
        ),
      ]
    default:
      return []
  }
}

/** How people call what a model does: text to video, image to video. */
const waysOf = (model: Model): string[] => {
  if (!model.reference) return []
  const { inputs } = capabilitiesOf(model)
  const needed = inputs.filter(({ minItems }) => minItems > 0)
  return [
    ...(needed.length === 0 ? [`text to ${model.kind}`, model.kind === 'video' ? 't2v' : 't2i'] : []),
    ...(inputs.some(({ id }) => id === 'image' || id === 'first') ? [`image to ${model.kind}`, 'i2v'] : []),
  ]
}

const joined = (words: string[]): string => [...new Set(words)].filter((word) => word !== '').join(' ')

/** What search finds on a model's page: the model, its parameters, its rules. */
export const modelEntries = (model: Model, language: Language): SearchEntry[] => {
  const { code, texts } = language
  return [
    {
      kind: 'models',
      title: model.id,
      words: joined([
        isUnknown(model.displayName) ? '' : model.displayName,
        model.kind,
        texts[model.kind].toLowerCase(),
        ...(model.availability.status === 'available'
          ? []
          : ['unavailable', texts.unavailable.toLowerCase(), model.availability.reason]),
        ...waysOf(model),
      ]),
      text: leadOf(model, language),
      anchor: '',
    },
    ...model.parameters.map((parameter): SearchEntry => ({
      kind: 'parameter',
      title: parameter.name,
      words: joined([...valuesOf(parameter), parameterWords(parameter.name, code)]),
      text: parameterDescription(parameter, code),
      anchor: `p-${parameter.name}`,
    })),
    ...model.rules.map((rule): SearchEntry => ({
      kind: 'rule',
      title: rule.id,
      words: rule.parameters.join(' '),
      text: ruleMessage(rule, texts),
      anchor: `r-${rule.id}`,
    })),
  ]
}

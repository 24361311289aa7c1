import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { isUnknown } from '../facts/value.js'
import type { SearchEntry } from '../page.js'
import type { Language } from '../texts/language.js'
import { parameterWords } from '../texts/parameters.js'

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

const joined = (words: string[]): string => [...new Set(words)].filter((word) => word !== '').join(' ')

/** What search finds on a model's page: the model, its parameters, its rules. */
export const modelEntries = (model: Model, { code, texts }: Language): SearchEntry[] => [
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
    ]),
    anchor: '',
  },
  ...model.parameters.map((parameter): SearchEntry => ({
    kind: 'parameter',
    title: parameter.name,
    words: joined([...valuesOf(parameter), parameterWords(parameter.name, code)]),
    anchor: `p-${parameter.name}`,
  })),
  ...model.rules.map((rule): SearchEntry => ({ kind: 'rule', title: rule.id, words: '', anchor: `r-${rule.id}` })),
]

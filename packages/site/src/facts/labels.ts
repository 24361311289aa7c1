import type { Parameter, ValueOption } from '@model-tasks/spec/catalogue'
import type { Language } from '../texts/language.js'

/** What is said of single values of a parameter. */
export const optionsOf = (parameter: Parameter): readonly ValueOption[] =>
  'options' in parameter ? (parameter.options ?? []) : []

/** The names of the values of a choice, also of one in a list: `soft: Soft light; null: As it is`. Empty where none has one. */
export const labelsText = (parameter: Parameter, language: Language): string => {
  const { code, texts } = language
  if (parameter.kind === 'list') return labelsText(parameter.items, language)
  if (parameter.kind === 'map') return labelsText(parameter.values, language)
  if (parameter.kind !== 'enum') return ''
  return optionsOf(parameter)
    .flatMap(({ value, label }) => (label === undefined ? [] : [`${value}${texts.colon}${label[code] ?? label.en}`]))
    .join(texts.semicolon)
}

/** The name of a value for people, in the reader's language where it has one, else in English; undefined where it has none. */
export const labelOf = (parameter: Parameter, value: string, code: Language['code']): string | undefined => {
  const { label } = optionsOf(parameter).find((option) => String(option.value) === value) ?? {}
  return label?.[code] ?? label?.en
}

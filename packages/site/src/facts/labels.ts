import type { Parameter, ValueOption } from '@model-tasks/spec/catalogue'
import type { Language } from '../texts/language.js'

/** What is said of single values of a parameter. */
export const optionsOf = (parameter: Parameter): readonly ValueOption[] =>
  'options' in parameter ? (parameter.options ?? []) : []

/** The name of a value for people, in the reader's language where it has one, else in English; undefined where it has none. */
export const labelOf = (parameter: Parameter, value: string, code: Language['code']): string | undefined => {
  const { label } = optionsOf(parameter).find((option) => String(option.value) === value) ?? {}
  return label?.[code] ?? label?.en
}

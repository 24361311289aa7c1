import type { Parameter } from '@model-tasks/spec/catalogue'
import type { Language } from '../texts/language.js'

/** The name of a value for people, in the reader's language where it has one, else in English; undefined where it has none. */
export const labelOf = (parameter: Parameter, value: string, code: Language['code']): string | undefined => {
  if (parameter.kind !== 'enum') return undefined
  const { label } = parameter.options?.find((option) => String(option.value) === value) ?? {}
  return label?.[code] ?? label?.en
}

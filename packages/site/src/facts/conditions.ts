import type { Condition, Conditions } from '@model-tasks/spec/measures'
import type { Parameter } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'
import { fill } from '../texts/fill.js'
import { written } from './value.js'

/** One condition in words: `resolution 1080p / 4K`, `images at least 2`. */
export const conditionText = (name: string, condition: Condition, { priceWords }: Texts): string => {
  if (typeof condition !== 'object') return `${name} ${String(condition)}`
  if ('length' in condition) return `${name} ${condition.map(String).join(' / ')}`
  const { min, max } = condition
  return [
    ...(min === undefined ? [] : [`${name} ${fill(priceWords.atLeast, { min })}`]),
    ...(max === undefined ? [] : [`${name} ${fill(priceWords.atMost, { max })}`]),
  ].join(', ')
}

/** All conditions in words. */
export const conditionsText = (conditions: Conditions, texts: Texts): string =>
  Object.entries(conditions)
    .map(([name, condition]) => conditionText(name, condition, texts))
    .join(texts.listComma)

/** The defaults of a parameter that count under a condition, the first first: `10 (quality hd); 5 (quality sd)`. Empty without any. */
export const conditionalDefaultsText = ({ defaults = [] }: Pick<Parameter, 'defaults'>, texts: Texts): string =>
  defaults
    .map(({ when, default: value }) => `${written(value)}${fill(texts.aside, { text: conditionsText(when, texts) })}`)
    .join(texts.semicolon)

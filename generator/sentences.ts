import { isExactStep } from './kinds/numeric.js'
import { optionsOf } from './kinds/options.js'
import { isListed } from './kinds/value-list.js'
import type { Deprecation, Parameter, UpcomingLimit, ValueDeprecation } from './catalogue.js'

/** `Since 2026-10-01. Retired on 2027-01-01. Use enhance instead.` */
export function deprecationSentence({ since, until, replacedBy }: Deprecation | ValueDeprecation): string {
  return [
    `Since ${since}.`,
    ...(until === undefined ? [] : [`Retired on ${until}.`]),
    ...(replacedBy === undefined ? [] : [`Use ${replacedBy} instead.`]),
  ].join(' ')
}

/** `From 2027-01-01: at most 10.` */
export function upcomingSentence(limit: UpcomingLimit): string {
  const bounds = [
    ...bound('at least', limit.minimum, ''),
    ...bound('at most', limit.maximum, ''),
    ...bound('at least', limit.minLength, ' characters'),
    ...bound('at most', limit.maxLength, ' characters'),
    ...bound('at least', limit.minItems, ' items'),
    ...bound('at most', limit.maxItems, ' items'),
    ...(limit.values === undefined ? [] : [`only ${limit.values.join(', ')}`]),
  ]
  return `From ${limit.from}: ${bounds.join(', ')}.`
}

function bound(words: string, value: number | undefined, unit: string): string[] {
  return value === undefined ? [] : [`${words} ${value}${unit}`]
}

/** Of a list that grows: `Known on 2026-11-20: 400 values; others may have been added since.` Empty for other parameters. */
export function listSentence(parameter: Parameter): string {
  if (!isListed(parameter)) return ''
  const { date, values } = parameter.list
  const count = values.length === 1 ? '1 value' : `${values.length} values`
  return `Known on ${date}: ${count}; others may have been added since.`
}

/** Of a step that schemas leave out, which then stands here alone: `A multiple of 0.05.` Empty for other parameters. */
export function stepSentence(parameter: Parameter): string {
  if (parameter.kind === 'list') return stepSentence(parameter.items).replace(/^A/, 'Each a')
  if (parameter.kind === 'map') return stepSentence(parameter.values).replace(/^A/, 'Each a')
  const step = 'multipleOf' in parameter ? parameter.multipleOf : undefined
  return step === undefined || isExactStep(step) ? '' : `A multiple of ${step}.`
}

/** What is said of single values, also of those in a list: `"film": Film.`, `"old": Deprecated. Since 2026-10-01. Use film instead.` */
export function optionSentences(parameter: Parameter): string[] {
  if (parameter.kind === 'list') return optionSentences(parameter.items)
  if (parameter.kind === 'map') return optionSentences(parameter.values)
  return optionsOf(parameter).map(({ value, label, deprecated }) => {
    const words = [
      ...(label === undefined ? [] : [`${label.en}.`]),
      ...(deprecated === undefined ? [] : [`Deprecated. ${deprecationSentence(deprecated)}`]),
    ]
    return `${JSON.stringify(value)}: ${words.join(' ')}`
  })
}

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

/** What is said of single values: `"film": Film.`, `"old": Deprecated. Since 2026-10-01. Use film instead.` */
export function optionSentences(parameter: Parameter): string[] {
  if (parameter.kind !== 'enum') return []
  return (parameter.options ?? []).map(({ value, label, deprecated }) => {
    const words = [
      ...(label === undefined ? [] : [`${label.en}.`]),
      ...(deprecated === undefined ? [] : [`Deprecated. ${deprecationSentence(deprecated)}`]),
    ]
    return `${JSON.stringify(value)}: ${words.join(' ')}`
  })
}

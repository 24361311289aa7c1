import { formatCount } from '@model-tasks/validation/count'
import { placesOf } from '@model-tasks/spec/measures/parameter-places'
import { fieldName } from '@model-tasks/spec/measures/places'
import type { Deprecation, Model, Parameter, UpcomingLimit, ValueDeprecation } from '@model-tasks/spec/catalogue'

/** What the catalogue states of a model and its parameters with a date or an earlier name: deprecations, limits to come, renames. */
export function changesOf(model: Model): string[] {
  return [
    ...statedOf(model).map((what) => `the model ${what}`),
    ...placesOf(model.parameters).flatMap(({ path, parameter }) => [
      ...statedOf(parameter).map((what) => `${fieldName(path)} ${what}`),
      ...valuesOf(parameter).map((what) => `${fieldName(path)} ${what}`),
      ...(parameter.upcoming ?? []).map((limit) => `${fieldName(path)}: ${upcoming(limit)}`),
    ]),
  ]
}

function statedOf({ deprecated, renamedFrom }: Pick<Parameter, 'deprecated' | 'renamedFrom'>): string[] {
  return [
    ...(deprecated === undefined ? [] : [deprecation(deprecated)]),
    ...(renamedFrom === undefined ? [] : [`was named ${renamedFrom.join(' and ')} before`]),
  ]
}

function valuesOf(parameter: Parameter): string[] {
  return ('options' in parameter ? (parameter.options ?? []) : []).flatMap(({ value, deprecated }) =>
    deprecated === undefined ? [] : [`${value} ${deprecation(deprecated)}`],
  )
}

function deprecation({ since, until, replacedBy }: Deprecation | ValueDeprecation): string {
  const retired = until === undefined ? '' : ` and retired on ${until}`
  return `is deprecated since ${since}${retired}${replacedBy === undefined ? '' : `; use ${replacedBy} instead`}`
}

function upcoming({ from, minimum, maximum, minLength, maxLength, minItems, maxItems, values }: UpcomingLimit): string {
  const bounds = [
    minimum === undefined ? [] : `at least ${minimum}`,
    maximum === undefined ? [] : `at most ${maximum}`,
    minLength === undefined ? [] : `at least ${formatCount(minLength, 'character')}`,
    maxLength === undefined ? [] : `at most ${formatCount(maxLength, 'character')}`,
    minItems === undefined ? [] : `at least ${formatCount(minItems, 'item')}`,
    maxItems === undefined ? [] : `at most ${formatCount(maxItems, 'item')}`,
    values === undefined ? [] : `only ${values.join(', ')}`,
  ].flat()
  return `from ${from} ${bounds.join(', ')}`
}

import type { JsonSchema, Parameter } from '../catalogue.js'

/** What a parameter is for, with the unit of its values, which JSON Schema has no word for. */
export function described(parameter: Parameter): JsonSchema {
  const { unit } = parameter as { unit?: string }
  const description = [parameter.description, unit === undefined ? '' : `Unit: ${unit}.`]
    .filter((words) => words !== '')
    .join(' ')
  return description === '' ? {} : { description }
}

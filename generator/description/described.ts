import type { JsonSchema, Parameter } from '../catalogue.js'
import { conditionalDefaultSentence } from '../kinds/defaults.js'
import { listSentence, optionSentences, stepSentence } from '../sentences.js'

/** What a parameter is for, with the unit of its values and what is said of single ones, which JSON Schema has no words for. */
export function described(parameter: Parameter): JsonSchema {
  const { unit } = parameter as { unit?: string }
  const description = [
    parameter.description,
    unit === undefined ? '' : `Unit: ${unit}.`,
    stepSentence(parameter),
    listSentence(parameter),
    ...optionSentences(parameter),
    conditionalDefaultSentence(parameter)?.en ?? '',
  ]
    .filter((words) => words !== '')
    .join(' ')
  return description === '' ? {} : { description }
}

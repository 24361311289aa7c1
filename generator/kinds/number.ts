import type { NumberParameter, Words } from '../catalogue.js'
import { wrongTypes, type Kind } from './kind.js'
import {
  numericCases,
  numericCheck,
  numericExample,
  numericFacts,
  numericSample,
  numericSchema,
  readLimits,
} from './numeric.js'
import { rangeWords } from './words.js'

/** A number within bounds, with a fraction or without. */
export const number: Kind<NumberParameter> = {
  read: (schema, base) => ({ kind: 'number', ...base, ...readLimits(schema) }),
  type: () => 'number',
  schema: numericSchema,
  check: numericCheck,
  facts: numericFacts,
  phrase(parameter): Words {
    const range = rangeWords(parameter, parameter.unit)
    const { multipleOf } = parameter
    return multipleOf === undefined
      ? { en: `a number${range.en}`, zh: `${range.zh}数` }
      : { en: `a number${range.en}, in steps of ${multipleOf}`, zh: `${range.zh}数，步长 ${multipleOf}` }
  },
  example: numericExample,
  cases: (parameter) => [...wrongTypes(['0.5', true, [0.5]]), ...numericCases(parameter)],
  sample: numericSample,
}

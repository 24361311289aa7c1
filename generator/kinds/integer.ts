import type { IntegerParameter, Words } from '../catalogue.js'
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

/** An integer within bounds. */
export const integer: Kind<IntegerParameter> = {
  read: (schema, base) => ({ kind: 'integer', ...base, ...readLimits(schema) }),
  type: () => 'number',
  schema: numericSchema,
  check: numericCheck,
  facts: numericFacts,
  phrase(parameter): Words {
    const range = rangeWords(parameter, parameter.unit)
    const { multipleOf } = parameter
    return multipleOf === undefined
      ? { en: `an integer${range.en}`, zh: `${range.zh}整数` }
      : { en: `an integer${range.en}, a multiple of ${multipleOf}`, zh: `${range.zh}整数，${multipleOf} 的倍数` }
  },
  example: numericExample,
  cases: (parameter) => [...wrongTypes(['5', true, [5], 5.5]), ...numericCases(parameter)],
  sample: numericSample,
}

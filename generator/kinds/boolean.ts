import { _ } from 'ajv'
import type { BooleanParameter } from '../catalogue.js'
import { optional } from '../read/reader.js'
import { callCheck, fine, wrongTypes, type Kind } from './kind.js'

/** true or false. */
export const boolean: Kind<BooleanParameter> = {
  read: (schema, base) => ({ kind: 'boolean', ...base, ...optional('default', schema.optionalFlag('default')) }),
  type: () => 'boolean',
  schema: () => ({ type: 'boolean' }),
  check: (parameter, at) => _`${callCheck('typed', parameter, at, _`"boolean"`)})`,
  facts: () => ({ type: 'boolean' }),
  phrase: () => ({ en: 'true or false', zh: 'true 或 false' }),
  example: (parameter) => parameter.default ?? true,
  cases: () => [...wrongTypes(['true', 1, 0, []]), fine('true', true), fine('false', false)],
  sample: (_parameter, random) => random.below(2) === 1,
}

import type { Rewrite } from './normalise.js'

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }

/**
 * Every integer with a `format`, from which generators of typed languages choose a type: int32 where the bounds or the
 * values are known to fit, else int64.
 */
export const withIntegerFormat: Rewrite = (schema) => {
  if (schema.type !== 'integer' || schema.format !== undefined) return schema
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.minimum, schema.maximum]
  const fits = values.every((value) => typeof value === 'number' && value >= int32.minimum && value <= int32.maximum)
  const { type, ...rest } = schema
  return { type, format: fits ? 'int32' : 'int64', ...rest }
}

import type { JsonSchema, JsonValue, Parameter } from '../catalogue.js'
import type { Condition, Conditions } from '../measures/conditions.js'
import { membersOf } from '../measures/members.js'

/**
 * Conditions as a schema of the request, which says the same of every request: what is left out counts by its default.
 * Undefined where JSON Schema has no words for one of them.
 */
export function conditionsSchema(conditions: Conditions, parameters: readonly Parameter[]): JsonSchema | undefined {
  const all = Object.entries(conditions).map(([name, condition]) => schemaAt(name.split('.'), condition, parameters))
  const known = all.filter((schema) => schema !== undefined)
  if (known.length < all.length) return undefined
  const [only = {}, ...others] = known
  return others.length === 0 ? only : { allOf: known }
}

function schemaAt(
  [name = '', ...rest]: readonly string[],
  condition: Condition,
  parameters: readonly Parameter[],
): JsonSchema | undefined {
  const parameter = parameters.find((each) => each.name === name)
  if (parameter === undefined) return undefined
  if (rest.length === 0) return schemaOf(parameter, condition)
  const inner = parameter.nullable ? undefined : schemaAt(rest, condition, membersOf(parameter))
  return inner && { required: [name], properties: { [name]: { type: 'object', ...inner } } }
}

function schemaOf(parameter: Parameter, condition: Condition): JsonSchema | undefined {
  const { name, nullable, kind } = parameter
  const { default: usual } = parameter as { default?: JsonValue }
  /** With what is left out, or null, where that counts too. */
  const orAbsent = (isAbsentFine: boolean, schema: JsonSchema): JsonSchema =>
    isAbsentFine ? { properties: { [name]: schema } } : { required: [name], properties: { [name]: schema } }
  if (typeof condition !== 'object' || 'length' in condition) {
    const values: readonly (string | number | boolean)[] = typeof condition === 'object' ? condition : [condition]
    const isUsual = values.some((value) => value === usual)
    return orAbsent(isUsual, { enum: [...values, ...(nullable && isUsual ? [null] : [])] })
  }
  const { min, max } = condition
  const isWithin = (amount: number): boolean => amount >= (min ?? 0) && amount <= (max ?? Infinity)
  if (kind === 'integer' || kind === 'number' || (kind === 'enum' && parameter.type !== 'mixed')) {
    const isUsual = isWithin(typeof usual === 'number' ? usual : 0)
    const type: JsonValue = nullable && isUsual ? ['number', 'null'] : 'number'
    return orAbsent(isUsual, { type, minimum: min ?? 0, ...(max === undefined ? {} : { maximum: max }) })
  }
  if (nullable) return undefined
  if (kind === 'media' && parameter.single)
    return isWithin(1)
      ? isWithin(0)
        ? {}
        : { required: [name] }
      : isWithin(0)
        ? { not: { required: [name] } }
        : undefined
  if (
    kind === 'media' ||
    kind === 'array' ||
    (kind === 'list' && membersOf(parameter.items).length === 0 && parameter.items.kind !== 'list')
  ) {
    const bounds = { ...(min === undefined ? {} : { minItems: min }), ...(max === undefined ? {} : { maxItems: max }) }
    return orAbsent(isWithin(0), { type: 'array', ...bounds })
  }
  return undefined
}

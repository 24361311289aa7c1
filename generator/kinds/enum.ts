import { _ } from 'ajv'
import type { EnumParameter, JsonValue } from '../catalogue.js'
import { arrayLiteral } from '../emit/validators/literals.js'
import { optional, type Reader } from '../read/reader.js'
import { callCheck, fine, wrong, wrongTypes, type Case, type Kind } from './kind.js'
import { takesNull } from './nullable.js'
import { checkOptions, isDeprecated, optionFacts, readOptions } from './options.js'
import { either } from './words.js'

type Value = EnumParameter['values'][number]

/** So many values of a long list are tried: what is said of each wrong one takes a comparison with all that are offered. */
const maxTried = 20

const isOfType = {
  string: (value: Value) => typeof value === 'string',
  integer: (value: Value) => Number.isInteger(value),
  number: (value: Value) => typeof value === 'number',
  boolean: (value: Value) => typeof value === 'boolean',
}

/** One of a closed set of values. */
export const enumeration: Kind<EnumParameter> = {
  read(schema, base) {
    if (schema.has('const')) return { kind: 'enum', ...base, type: 'string', values: [schema.text('const')] }
    const types = typesOf(schema)
    const [first = 'mixed', ...others] = types
    const type = others.length === 0 && first !== 'boolean' ? first : 'mixed'
    const value = (item: JsonValue | undefined, key: string): Value =>
      isValue(item) && types.some((name) => isOfType[name](item)) ? item : schema.refuse(key, `${types.join('s or ')}s`)
    const valueOrNull = (item: JsonValue | undefined, key: string): Value | null =>
      item === null && base.nullable ? null : value(item, key)
    if (schema.list('enum').includes(null) !== takesNull(schema.value))
      schema.refuse('enum', 'a list with null in it exactly where "type" has null')
    return {
      kind: 'enum',
      ...base,
      type,
      values: schema.list('enum').flatMap((item) => (item === null ? [] : [value(item, 'enum')])),
      ...(schema.has('default') ? { default: valueOrNull(schema.raw('default'), 'default') } : {}),
      ...optional('unit', unitOf(schema)),
      ...optional('options', readOptions(schema, value, valueOrNull)),
    }
  },
  type: ({ values }) => `(${values.map((value) => JSON.stringify(value)).join(' | ')})`,
  schema: ({ type, values }) => ({ type: type === 'mixed' ? jsonTypes(values) : type, enum: [...values] }),
  check(parameter, at, context) {
    const allowed = context.constant(arrayLiteral(parameter.values))
    const choice =
      parameter.type === 'mixed'
        ? _`${callCheck('mixedChoice', parameter, at, allowed)})`
        : _`${callCheck('choice', parameter, at, _`${parameter.type}`, allowed)})`
    return _`${choice}${checkOptions(parameter, at, context)}`
  },
  facts: ({ type, values, unit, options }) => ({
    type,
    allowed: values,
    ...optional('unit', unit),
    ...optional('options', options && optionFacts(options)),
  }),
  phrase(parameter) {
    const { values, unit } = parameter
    const isOld = (value: Value): boolean => isDeprecated(parameter, value)
    // The values to use first, as messages name them.
    const words = either([...values.filter((value) => !isOld(value)), ...values.filter(isOld)])
    const suffix = unit === undefined ? '' : ` ${unit}`
    return { en: words.en + suffix, zh: words.zh + suffix }
  },
  example(parameter) {
    const { default: fallback, values } = parameter
    if (fallback !== undefined) return fallback
    return values.find((value) => !isDeprecated(parameter, value)) ?? values[0] ?? ''
  },
  cases: (parameter) => [
    ...typeCases(parameter),
    ...triedValues(parameter).map((value) => fine(`offers-${value}`, value)),
    ...valueCases(parameter.values),
  ],
  sample: ({ values }, random) => values[random.below(values.length)] ?? '',
}

/** The types that are stated, beside null. */
function typesOf(schema: Reader): (keyof typeof isOfType)[] {
  const stated = schema.raw('type')
  const types = (Array.isArray(stated) ? stated : [stated]).filter((name) => name !== 'null')
  const known = types.filter((name) => typeof name === 'string' && Object.hasOwn(isOfType, name))
  if (known.length < types.length || known.length === 0)
    schema.refuse('type', 'string, integer, number or boolean, or a list of these')
  return known as (keyof typeof isOfType)[]
}

function isValue(item: JsonValue | undefined): item is Value {
  return typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
}

function typeCases({ type, values }: EnumParameter): Case[] {
  if (type === 'mixed') return mixedCases(values)
  return wrongTypes(
    type === 'string' ? [7, true, [values[0] ?? '']] : type === 'integer' ? ['5', 5.5, true] : ['5', true, [5]],
  )
}

/** The JSON types of values, each once. */
function jsonTypes(values: readonly Value[]): string[] {
  const types = values.map((value) => (typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value))
  const distinct = [...new Set(types)]
  return distinct.includes('number') ? distinct.filter((type) => type !== 'integer') : distinct
}

/** The first of the values, and of those that should no longer be used, of which a finding says so. */
function triedValues({ values, options = [] }: EnumParameter): Value[] {
  const offered = new Set<JsonValue>(values)
  const old = options.flatMap(({ value, deprecated }) =>
    deprecated !== undefined && value !== null && offered.has(value) ? [value] : [],
  )
  return [...new Set([...values.slice(0, maxTried), ...old.slice(0, maxTried)])]
}

/** Each value as another type would write it, where that is none of the values, and what no list of values holds. */
function mixedCases(values: readonly Value[]): Case[] {
  const offered = new Set<JsonValue>(values)
  const others = values
    .slice(0, maxTried)
    .map((value) => (typeof value === 'string' ? Number(value) : String(value)))
    .filter((value) => !Number.isNaN(value) && !offered.has(value))
  return [
    ...others.map((value) => wrong(`as-${typeof value}-${value}`, value, 'enum')),
    wrong('type-array', [values[0] ?? ''], 'enum'),
    wrong('type-object', {}, 'enum'),
    ...[true, false].filter((value) => !offered.has(value)).map((value) => wrong(`type-${value}`, value, 'enum')),
  ]
}

function unitOf(schema: Reader): string | undefined {
  return schema.optionalText('x-unit')
}

/** Values that are none of those that are offered. */
function valueCases(values: readonly Value[]): Case[] {
  const offered = new Set(values)
  const off = (about: string, value: Value): Case[] => (offered.has(value) ? [] : [wrong(about, value, 'enum')])
  const numbers = values.filter((value) => typeof value === 'number')
  const texts = values.filter((value) => typeof value === 'string')
  return [
    ...(texts.length > 0 ? [...off('off-list', 'no-such-value'), ...off('empty', '')] : []),
    ...texts
      .slice(0, maxTried)
      .flatMap((text) =>
        [text.toUpperCase(), text.toLowerCase()]
          .filter((other) => other !== text)
          .flatMap((other) => off(`case-${other}`, other)),
      ),
    ...texts.slice(0, 1).flatMap((text) => off('padded', ` ${text}`)),
    ...(numbers.length > 0
      ? [...off('under', Math.min(...numbers) - 1), ...off('over', Math.max(...numbers) + 1)]
      : []),
  ]
}

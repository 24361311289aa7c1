import { _ } from 'ajv'
import type { EnumParameter } from '../catalogue.js'
import { arrayLiteral } from '../emit/validators/literals.js'
import { optional, type Reader } from '../read/reader.js'
import { callCheck, fine, wrong, wrongTypes, type Case, type Kind } from './kind.js'
import { either } from './words.js'

/** One of a closed set of values. */
export const enumeration: Kind<EnumParameter> = {
  read(schema, base) {
    const type = schema.oneOf('type', ['string', 'integer', 'number'])
    const isMember = (item: unknown): item is string | number =>
      type === 'string'
        ? typeof item === 'string'
        : type === 'integer'
          ? Number.isInteger(item)
          : typeof item === 'number'
    const value = (item: unknown, key: string): string | number =>
      isMember(item) ? item : schema.refuse(key, type === 'string' ? 'strings' : `${type}s`)
    return {
      kind: 'enum',
      ...base,
      type,
      values: schema.list('enum').map((item) => value(item, 'enum')),
      ...(schema.has('default') ? { default: value(schema.raw('default'), 'default') } : {}),
      ...optional('unit', unitOf(schema)),
    }
  },
  type: ({ values }) => `(${values.map((value) => JSON.stringify(value)).join(' | ')})`,
  schema: ({ type, values }) => ({ type, enum: [...values] }),
  check: (parameter, at, { constant }) =>
    _`${callCheck('choice', parameter, at, _`${parameter.type}`, constant(arrayLiteral(parameter.values)))})`,
  facts: ({ type, values, unit }) => ({ type, allowed: values, ...optional('unit', unit) }),
  phrase({ values, unit }) {
    const words = either(values)
    const suffix = unit === undefined ? '' : ` ${unit}`
    return { en: words.en + suffix, zh: words.zh + suffix }
  },
  example: ({ default: fallback, values }) => fallback ?? values[0] ?? '',
  cases: ({ type, values }) => [
    ...wrongTypes(
      type === 'string' ? [7, true, [values[0] ?? '']] : type === 'integer' ? ['5', 5.5, true] : ['5', true, [5]],
    ),
    ...valueCases(values),
  ],
  sample: ({ values }, random) => values[random.below(values.length)] ?? '',
}

function unitOf(schema: Reader): string | undefined {
  return schema.optionalText('x-unit')
}

function valueCases(values: readonly (string | number)[]): Case[] {
  const offered = new Set(values)
  const off = (about: string, value: string | number): Case[] =>
    offered.has(value) ? [] : [wrong(about, value, 'enum')]
  const numbers = values.filter((value) => typeof value === 'number')
  const texts = values.filter((value) => typeof value === 'string')
  return [
    ...values.map((value) => fine(`offers-${value}`, value)),
    ...(texts.length > 0 ? [...off('off-list', 'no-such-value'), ...off('empty', '')] : []),
    ...texts.flatMap((text) =>
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

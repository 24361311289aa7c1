import { _, type Code } from 'ajv'
import type { JsonSchema, JsonValue, Parameter, StringParameter, ValueList, Words } from '../catalogue.js'
import { arrayLiteral } from '../emit/validators/literals.js'
import { membersOf } from '../measures/members.js'
import { optional } from '../read/reader.js'
import { callCheck, fine, wrong, wrongTypes, type CheckContext, type Kind, type Place } from './kind.js'
import { checkOptions, isDeprecated, optionFacts, readOptions } from './options.js'

/** A string whose known values are a list that grows. */
export type ListedParameter = StringParameter & { list: ValueList }

/** Whether the values of a parameter are those of a list that grows. */
export function isListed(parameter: Parameter): parameter is ListedParameter {
  return parameter.kind === 'string' && parameter.list !== undefined
}

/**
 * A string with `x-value-list`: the values of a day are suggested, and any other one that is not empty may be sent, because
 * the service adds to its list. Which values it has at the moment, only the service knows.
 */
export const listed: Kind<ListedParameter> = {
  read(schema, base) {
    const stated = schema.object('x-value-list')
    const list: ValueList = {
      name: stated.text('name'),
      date: stated.text('date'),
      values: stated.texts('values'),
      source: stated.source(),
    }
    const value = (item: JsonValue | undefined, key: string): string =>
      typeof item === 'string' ? item : schema.refuse(key, 'strings')
    return {
      kind: 'string',
      ...base,
      minLength: 1,
      ...optional('default', schema.optionalText('default')),
      list,
      ...optional('options', readOptions(schema, value)),
    }
  },
  // With a string beside them the values are what an editor suggests; without the empty object they would be any string.
  type: ({ list }) => `(${list.values.map((value) => JSON.stringify(value)).join(' | ')} | (string & {}))`,
  schema: ({ list }): JsonSchema => ({ type: 'string', minLength: 1, examples: [...list.values] }),
  check: (parameter, at, context) => _`${listCheck(parameter, at, context)}${checkOptions(parameter, at, context)}`,
  facts: ({ list: { source: _source, ...list }, options }) => ({
    type: 'string',
    minLength: 1,
    list,
    ...optional('options', options && optionFacts(options)),
  }),
  phrase({ list: { values, date } }): Words {
    const example = JSON.stringify(values[0])
    const [en, zh] =
      values.length === 1 ? ['1 value was', '1 个值'] : [`${values.length} values were`, `${values.length} 个值`]
    return {
      en: `a value of a list that grows, such as ${example} (${en} known on ${date})`,
      zh: `取自会增加的列表，例如 ${example}（${date} 时已知 ${zh}）`,
    }
  },
  example: exampleOf,
  cases: (parameter) => [
    ...wrongTypes([7, true, ['a']]),
    wrong('empty', '', 'min-length'),
    ...parameter.list.values.slice(0, 2).map((value) => fine(`known-${value}`, value)),
    fine('unlisted', unlistedBy(parameter)),
  ],
  sample: (parameter, random) =>
    random.below(8) === 0
      ? unlistedBy(parameter)
      : (parameter.list.values[random.below(parameter.list.values.length)] ?? ''),
}

function listCheck(parameter: ListedParameter, at: Place, { constant }: CheckContext): Code {
  const { values, date } = parameter.list
  return _`${callCheck('listedValue', parameter, at, constant(arrayLiteral(values)), _`${date}`)})`
}

function exampleOf(parameter: ListedParameter): string {
  const { default: fallback, list } = parameter
  return fallback ?? list.values.find((value) => !isDeprecated(parameter, value)) ?? list.values[0] ?? ''
}

/** A value that the list does not have. */
function unlistedBy({ list }: ListedParameter): string {
  const base = `${list.values[0] ?? ''}-new`
  return list.values.includes(base) ? `${base}-${list.values.length}` : base
}

/** Whether a value is not among those that were known on the day of the list. */
export function isUnlisted({ list }: ListedParameter, value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '' && !list.values.includes(value)
}

/** Whether values of a parameter, at any depth, are those of a list that grows. */
export function hasValueList(parameter: Parameter): boolean {
  if (parameter.kind === 'list') return hasValueList(parameter.items)
  if (parameter.kind === 'map') return hasValueList(parameter.values)
  return isListed(parameter) || membersOf(parameter).some(hasValueList)
}

/** What is said of a list beside its values, which schemas hold as `examples`. */
export function listFacts({ list: { name, date } }: ListedParameter): JsonSchema {
  return { name, date }
}

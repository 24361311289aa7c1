import { _, Name, type Code } from 'ajv'
import type { EnumParameter, JsonValue, Parameter, ValueDeprecation, ValueOption } from '../catalogue.js'
import { arrayLiteral } from '../emit/validators/literals.js'
import type { Reader } from '../read/reader.js'
import type { OptionFacts } from '../text-facts.js'
import { membersOf } from '../measures/members.js'
import { findings, present, type CheckContext, type Place } from './kind.js'

/*
 * What is said of single values of a closed set, or of a list that grows: their names for people, and which should no longer be used.
 */

type Value = NonNullable<ValueOption['value']>
/** A parameter that may say more of single values. */
type Described = Pick<EnumParameter, 'options'>
/** A value of the types that the parameter states. */
type ReadValue<V> = (item: JsonValue | undefined, key: string) => V

/** `x-options` of a parameter, where it is stated; `describedOf` reads a value that something is said of, which may be null. */
export function readOptions(
  schema: Reader,
  valueOf: ReadValue<Value>,
  describedOf: ReadValue<Value | null> = valueOf,
): ValueOption[] | undefined {
  if (!schema.has('x-options')) return undefined
  return schema.objects('x-options').map((option) => ({
    value: describedOf(option.raw('value'), 'x-options'),
    ...present({
      label: option.has('label') ? labelOf(option.object('label')) : undefined,
      deprecated: option.has('x-deprecated') ? deprecationOf(option.object('x-deprecated'), valueOf) : undefined,
    }),
  }))
}

function labelOf(label: Reader): NonNullable<ValueOption['label']> {
  const languages = Object.keys(label.value).map((language) => [language, label.text(language)] as const)
  return { ...Object.fromEntries(languages), en: label.text('en') }
}

function deprecationOf(facts: Reader, valueOf: ReadValue<Value>): ValueDeprecation {
  return {
    since: facts.text('since'),
    ...present({
      until: facts.optionalText('until'),
      replacedBy: facts.has('replacedBy') ? valueOf(facts.raw('replacedBy'), 'x-options') : undefined,
    }),
    source: facts.source(),
  }
}

/** What is known of options for a reader of messages and forms: without the places that state them. */
export function optionFacts(options: readonly ValueOption[]): readonly OptionFacts[] {
  return options.map(({ deprecated, ...option }) => {
    if (deprecated === undefined) return option
    const { source: _source, ...facts } = deprecated
    return { ...option, deprecated: facts }
  })
}

/** The statement that reports a deprecated value, after the one that checks it; nothing where no value is. */
export function checkOptions({ options = [] }: Described, at: Place, { constant }: CheckContext): Code {
  const rows = optionFacts(options).flatMap(({ value, deprecated }) =>
    deprecated === undefined ? [] : [[value, { ...deprecated }]],
  )
  return rows.length === 0
    ? _``
    : _`
${new Name('deprecatedValue')}(${findings}, ${at.pointer}, ${at.value}, ${constant(arrayLiteral(rows))})`
}

/** What is said of single values of a parameter. */
export function optionsOf(parameter: Parameter): readonly ValueOption[] {
  return 'options' in parameter ? (parameter.options ?? []) : []
}

/** Whether a value should no longer be used. */
export function isDeprecated({ options = [] }: Described, value: JsonValue | undefined): boolean {
  return options.some((option) => option.value === value && option.deprecated !== undefined)
}

/** Whether a value of a parameter, at any depth, should no longer be used. */
export function deprecatesValues(parameter: Parameter): boolean {
  if (parameter.kind === 'object' || parameter.kind === 'union') return membersOf(parameter).some(deprecatesValues)
  if (parameter.kind === 'list') return deprecatesValues(parameter.items)
  if (parameter.kind === 'map') return deprecatesValues(parameter.values)
  return optionsOf(parameter).some(({ deprecated }) => deprecated !== undefined)
}

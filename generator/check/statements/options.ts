import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { entries, isObject, items } from '../../load/json-object.js'
import { text } from '../models.js'
import { inDeprecationDates, type Found } from './dates.js'

/** What is said of values that are not offered, of a value twice, or of a value that replaces itself; labels that tell two values alike. */
export function* inOptions(schema: JsonSchema, name: string): Iterable<Found> {
  const list = isObject(schema['x-value-list']) ? schema['x-value-list'].values : undefined
  const stated = schema.enum ?? list
  const values = Array.isArray(stated) ? stated : []
  const options = items(schema['x-options']).flatMap(([index, option]) => (isObject(option) ? [{ index, option }] : []))
  const deprecated = new Set(
    options.flatMap(({ option }) => (isObject(option['x-deprecated']) ? [option.value ?? null] : [])),
  )
  const seen = new Set<JsonValue>()
  const labels = new Map<string, JsonValue>()
  for (const { index, option } of options) {
    const { value = null, label } = option
    const place = ['x-options', index]
    if (!values.includes(value)) yield [[...place, 'value'], `${name} does not offer ${JSON.stringify(value)}`]
    if (seen.has(value)) yield [[...place, 'value'], `${JSON.stringify(value)} of ${name} is described twice`]
    seen.add(value)
    for (const [language, words] of entries(label)) {
      const key = JSON.stringify([language, text(words)])
      const other = labels.get(key)
      if (other !== undefined)
        yield [
          [...place, 'label', language],
          `${JSON.stringify(value)} of ${name} has the label of ${JSON.stringify(other)}`,
        ]
      else labels.set(key, value)
    }
    if (value === null && isObject(option['x-deprecated']))
      yield [[...place, 'x-deprecated'], `null of ${name} cannot be deprecated`]
    for (const [steps, message] of inDeprecation(option, values, deprecated, name))
      yield [[...place, 'x-deprecated', ...steps], message]
  }
  const fallback = schema.default
  if (fallback !== undefined && deprecated.has(fallback))
    yield [['default'], `the default ${JSON.stringify(fallback)} of ${name} is deprecated`]
  if (values.length > 0 && values.every((value) => value === null || deprecated.has(value)))
    yield [['x-options'], `every value of ${name} is deprecated; deprecate ${name} itself`]
}

function* inDeprecation(
  { value = null, 'x-deprecated': facts }: JsonSchema,
  values: readonly JsonValue[],
  deprecated: ReadonlySet<JsonValue>,
  name: string,
): Iterable<Found> {
  if (!isObject(facts)) return
  yield* inDeprecationDates(facts)
  const { replacedBy } = facts
  if (replacedBy === undefined) return
  const other = JSON.stringify(replacedBy)
  if (replacedBy === value) yield [['replacedBy'], `${other} cannot replace itself`]
  else if (!values.includes(replacedBy)) yield [['replacedBy'], `${name} does not offer ${other}`]
  else if (deprecated.has(replacedBy)) yield [['replacedBy'], `${other} is deprecated too`]
}

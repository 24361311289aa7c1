import type { JsonSchema } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import { inDates, type Found } from './dates.js'

/** A list that grows with a day that is none, or without the default of its parameter. */
export function* inValueList({ 'x-value-list': list, default: fallback }: JsonSchema, name: string): Iterable<Found> {
  if (!isObject(list)) return
  for (const [path, message] of inDates(list, ['date'])) yield [['x-value-list', ...path], message]
  if (fallback !== undefined && Array.isArray(list.values) && !list.values.includes(fallback))
    yield [['default'], `the default ${JSON.stringify(fallback)} of ${name} is not in its list`]
}

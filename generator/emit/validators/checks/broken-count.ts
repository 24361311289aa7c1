import { keysOf, pathName, valuesAlong } from './numbers.js'
import { beyondLimit, type Limit } from './rule-limit.js'

/** What is said of lists that together have too many or too few entries; undefined where they have not. A value that is not a list is one. */
export function brokenCount(body: unknown, limit: Limit): Record<string, unknown> | undefined {
  const request = { value: body, place: '' }
  let count = 0
  for (const { path } of limit.of)
    for (const { value } of valuesAlong(request, keysOf(path)))
      count += Array.isArray(value) ? value.length : value === null ? 0 : 1
  return beyondLimit(
    'rule-count',
    limit.of.map(({ path }) => pathName(path)),
    count,
    limit,
    request,
  )
}

import { exactSum, numbersAlong, pathName } from './numbers.js'
import { beyondLimit, type Limit } from './rule-limit.js'

/** What is said of numbers that add up to too much or too little; undefined where they do not, or there are none. */
export function brokenSum(body: unknown, limit: Limit): Record<string, unknown> | undefined {
  const request = { value: body, place: '' }
  const found = limit.of.flatMap((each) => numbersAlong(request, each))
  if (!found.length) return undefined
  const names = limit.of.map(({ path }) => pathName(path))
  return beyondLimit('rule-sum', names, exactSum(found.map(({ value }) => value)), limit, request)
}

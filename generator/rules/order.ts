import { brokenOrder, type Order } from '../emit/validators/checks/broken-order.js'
import { namesOf, pathOf, readNumbers } from './paths.js'
import type { NumbersRule } from './rule.js'

/** Numbers that ascend: the start before the end, in the request or in each item of a list, or one number of each item. */
export const order: NumbersRule = {
  keyword: 'x-order',
  read(stated, parameters) {
    const { of, unit } = readNumbers(stated, parameters)
    const holder =
      holderOf(stated.texts('of')) ??
      stated.refuse('of', 'paths into the same items of one list, or one path with *, or several without')
    return {
      in: holder,
      of: of.map((at) => ({ ...at, path: pathOf(at).slice(holder.length) })),
      ...(stated.optionalFlag('orEqual') ? { orEqual: true } : {}),
      unit,
    }
  },
  broken: (body, rule) => brokenOrder(body, rule as unknown as Order),
  check: 'brokenOrder',
  demand: (rule) => ({
    text: 'rule-order',
    ...(rule.orEqual === true ? { orEqual: '' } : {}),
    of: namesOf(rule),
  }),
}

/** The path of the objects whose numbers are compared; undefined where there are none. One path compares the items of its list. */
export function holderOf(paths: readonly string[]): string | undefined {
  const [first = '', ...others] = paths
  if (others.length === 0) return first.includes('*') ? '' : undefined
  const holders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('*') + 1)))
  return holders.size === 1 ? [...holders][0] : undefined
}

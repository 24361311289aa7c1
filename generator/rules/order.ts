import { isDeepStrictEqual } from 'node:util'
import { brokenOrder, type Order } from '../emit/validators/checks/broken-order.js'
import { holderOf, namesOf, readNumbers, readUnit, within } from './paths.js'
import type { NumbersRule } from './rule.js'

/** Numbers that ascend: the start before the end, in the request or in each item of a list, or one number of each item. */
export const order: NumbersRule = {
  keyword: 'x-order',
  read(stated, parameters) {
    const found = readNumbers(stated, parameters)
    const paths = stated.texts('of')
    // One path compares the items of its list.
    const holder =
      (paths.length > 1 ? holderOf(paths) : paths[0]?.includes('*') ? '' : undefined) ??
      stated.refuse('of', 'paths into the same items of one list, or one path with *, or several without')
    return {
      in: holder,
      of: within(holder, found),
      ...(stated.optionalFlag('orEqual') ? { orEqual: true } : {}),
      unit: readUnit(stated, found),
    }
  },
  broken: (body, rule) => brokenOrder(body, rule as unknown as Order),
  check: 'brokenOrder',
  isLooser: ({ orEqual: _, ...earlier }, { orEqual, ...later }) =>
    orEqual === true && isDeepStrictEqual(earlier, later),
  demand: (rule) => ({
    text: 'rule-order',
    ...(rule.orEqual === true ? { orEqual: '' } : {}),
    of: namesOf(rule),
  }),
}

import { brokenSum } from '../emit/validators/checks/broken-sum.js'
import type { Limit } from '../emit/validators/checks/rule-limit.js'
import { isLooserLimit, limitDemand, readLimit, readNumbers, readUnit } from './paths.js'
import type { NumbersRule } from './rule.js'

/** What numbers add up to, at most or at least: the seconds of all shots. What is left out counts by its default, or not at all. */
export const sum: NumbersRule = {
  keyword: 'x-sum',
  read(stated, parameters) {
    const found = readNumbers(stated, parameters)
    return { of: found.map(({ at }) => at), ...readLimit(stated, parameters, readUnit(stated, found)) }
  },
  broken: (body, rule) => brokenSum(body, rule as unknown as Limit),
  check: 'brokenSum',
  isLooser: isLooserLimit,
  demand: (rule) => ({ text: 'rule-sum', ...limitDemand(rule) }),
}

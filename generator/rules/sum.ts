import { brokenSum } from '../emit/validators/checks/broken-sum.js'
import type { Limit } from '../emit/validators/checks/rule-limit.js'
import { limitDemand, readBound, readNumbers } from './paths.js'
import type { NumbersRule } from './rule.js'

/** What numbers add up to, at most or at least: the seconds of all shots. What is left out counts by its default, or not at all. */
export const sum: NumbersRule = {
  keyword: 'x-sum',
  read(stated, parameters) {
    const { of, unit } = readNumbers(stated, parameters)
    const side = stated.has('maximum') ? 'maximum' : 'minimum'
    return { of, [side]: readBound(stated, side, parameters, unit), unit }
  },
  broken: (body, rule) => brokenSum(body, rule as unknown as Limit),
  check: 'brokenSum',
  demand: (rule) => ({ text: 'rule-sum', ...limitDemand(rule) }),
}

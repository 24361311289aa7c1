import { brokenProduct, type ProductLimit } from '../emit/validators/checks/broken-product.js'
import { holderOf, isLooserLimit, limitDemand, readLimit, readNumbers, within } from './paths.js'
import type { NumbersRule } from './rule.js'

/** The product of numbers, at most or at least: width × height, in the request or in each item of a list. Units may differ. */
export const product: NumbersRule = {
  keyword: 'x-product',
  read(stated, parameters) {
    const found = readNumbers(stated, parameters)
    const paths = stated.texts('of')
    const holder =
      (paths.length > 1 ? holderOf(paths) : undefined) ??
      stated.refuse('of', 'several paths into the same items of one list, or several without *')
    return { in: holder, of: within(holder, found), ...readLimit(stated, parameters) }
  },
  broken: (body, rule) => brokenProduct(body, rule as unknown as ProductLimit),
  check: 'brokenProduct',
  isLooser: isLooserLimit,
  demand: (rule) => ({ text: 'rule-product', ...limitDemand(rule) }),
}

import { exactProduct, keysOf, numbersAlong, valuesAlong, type NumbersAt } from './numbers.js'
import { beyondLimit, type Limit } from './rule-limit.js'

/** A limit on the product of the numbers of one object: of each of those that the path `in` leads to. */
export interface ProductLimit extends Limit {
  in: string
  of: readonly NumbersAt[]
}

/** What is said of the first product that is too much or too little; undefined where none is. One that lacks a number is passed over. */
export function brokenProduct(body: unknown, limit: ProductLimit): Record<string, unknown> | undefined {
  const request = { value: body, place: '' }
  for (const holder of valuesAlong(request, keysOf(limit.in))) {
    const found = limit.of.flatMap((each) => numbersAlong(holder, each))
    if (found.length < limit.of.length) continue
    const [names, values] = [found.map(({ place }) => place), found.map(({ value }) => value)]
    const said = beyondLimit('rule-product', names, exactProduct(values), limit, request)
    if (said !== undefined) return said
  }
  return undefined
}

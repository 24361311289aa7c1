import type { JsonValue, Model } from '../catalogue.js'
import { priceSubject } from '../measures/price-subject.js'
import { priceMistakes } from '../measures/price-check.js'
import { brokenRules } from '../read/requests.js'
import type { Mistake } from './mistake.js'

/** S066 to S068: prices of a model that name what it does not have, or that cannot price a request that it accepts. */
export function* pricingMistakes(file: string, model: Model): Iterable<Mistake> {
  if ('unknown' in model.price) return
  const subject = priceSubject(model)
  const broken = (request: { readonly [parameter: string]: JsonValue }): string[][] =>
    brokenRules(request, model)
      .filter(({ severity }) => severity === 'error')
      .map(({ parameters }) => parameters)
  for (const [index, price] of model.price.entries()) {
    const before = index === 0 ? undefined : model.price[index - 1]
    if (
      (index === 0) !== (price.from === undefined) ||
      (before?.from !== undefined && !(String(price.from) > before.from))
    )
      yield {
        code: 'S068',
        file,
        path: ['x-price', index],
        message:
          index === 0
            ? 'the first price counts until the next one begins, and has no from'
            : `the price must count from a date later than the one before`,
      }
    for (const { kind, path, message, hint } of priceMistakes(subject, price, broken))
      yield {
        code: kind === 'wrong' ? 'S066' : 'S067',
        file,
        path: ['x-price', index, ...path],
        message,
        ...(hint === undefined ? {} : { hint }),
      }
  }
}

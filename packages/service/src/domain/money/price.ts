import { standardLines } from '@model-tasks/spec/measures'
import type { Price } from './price-terms.js'
import type { PricedModel } from './priced-models.js'

/** The prices of the operator by Model ID, each list in the order of `from` and beginning with one that was always valid. */
export type Prices = ReadonlyMap<string, readonly Price[]>

/**
 * The price of a model at a time: the operator's, else the one that the catalogue states, else the standard price of this
 * service, an extension.
 */
export function priceOf(model: PricedModel, prices: Prices, now: number): Price {
  const known = prices.get(model.id) ?? model.stated
  return known.findLast(({ from }) => from <= now) ?? { from: -Infinity, lines: standardLines(model), tiers: [] }
}

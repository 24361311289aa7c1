import type { Model } from '../catalogue.js'
import { priceParameters, type ModelPrices } from '../measures/cost.js'
import { defaultedModel, priceSubject } from '../measures/price-subject.js'
import { standardLines } from '../measures/standard-price.js'
import type { Price } from '../measures/price.js'

/** The prices of a model with as much of it as they read: those that the catalogue states, else the standard price. */
export function modelPrices(model: Model): ModelPrices {
  const { quantities } = priceSubject(model)
  const standard = 'unknown' in model.price
  const prices: readonly Price[] =
    'unknown' in model.price ? [{ lines: standardLines(model) }] : model.price.map(({ source: _, ...price }) => price)
  const { places, defaults, ...conditional } = defaultedModel(model)
  return { model: model.id, standard, prices, places, quantities, defaults, ...conditional }
}

/** The parameters that change what a task of the model costs, at any time. */
export function costParameters(model: Model): string[] {
  const priced = modelPrices(model)
  return priceParameters(priced, priced.prices)
}

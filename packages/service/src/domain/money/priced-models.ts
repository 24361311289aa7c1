import type { Model, ModelKind } from '@model-tasks/spec/catalogue'
import { priceSubject, type PriceSubject } from '@model-tasks/spec/measures'
import { createRequire } from 'node:module'
import type { Price } from './price-terms.js'

/** What the catalogue knows of a model that a price may depend on. */
export interface PricedModel extends PriceSubject {
  kind: ModelKind
  /** The prices that the catalogue states, in the order of their dates; none where it does not show them. */
  stated: readonly Price[]
}

let known: ReadonlyMap<string, PricedModel> | undefined

/**
 * Every model of the catalogue by its ID. One without a reference has no parameter that a price could depend on. The
 * catalogue is read when it is first asked for: a start does not need it.
 */
export function pricedModels(): ReadonlyMap<string, PricedModel> {
  if (known === undefined) {
    const { models } = createRequire(import.meta.url)('@model-tasks/documents/catalogue.json') as {
      models: readonly Model[]
    }
    known = new Map(models.map((model) => [model.id, pricedModel(model)]))
  }
  return known
}

function pricedModel(model: Model): PricedModel {
  const { kind, price } = model
  const stated =
    'unknown' in price
      ? []
      : price.map(({ from, lines, tiers = [] }) => ({
          from: from === undefined ? -Infinity : Date.parse(from),
          lines,
          tiers,
        }))
  return { ...priceSubject(model), kind, stated }
}

import type { Catalogue, JsonSchema } from '../../catalogue.js'
import { modelPrices } from '../../description/prices.js'
import type { ModelPrices } from '../../measures/cost.js'
import { priceRequest } from '../../measures/price.js'
import { priceCases } from './cases.js'

/** Prices with requests and what each costs: the shared test of implementations in any language. */
export function priceVectors({ models }: Catalogue): object[] {
  return [
    ...priceCases.map(({ about, priced, requests }) =>
      vector(
        about,
        priced,
        requests.map(([, body]) => body),
      ),
    ),
    ...models
      .filter(({ reference }) => reference)
      .map((model) => vector(model.id, modelPrices(model), [model.requests.smallest, model.requests.usual.zh])),
  ]
}

function vector(id: string, priced: ModelPrices, bodies: readonly JsonSchema[]): object {
  const [price = { lines: [] }] = priced.prices
  const cases = bodies.map((body) => {
    const quote = priceRequest(priced, price, body)
    if ('unpriceable' in quote) return { body, priced: false }
    const lines = quote.lines.map(({ rate, credits, amount }) => ({
      rate,
      credits: Number(credits),
      amount: Number(amount),
    }))
    return { body, priced: true, amount: Number(quote.amount), lines }
  })
  const { places, quantities, defaults, conditionalDefaults } = priced
  return { id, places, quantities, defaults, ...(conditionalDefaults ? { conditionalDefaults } : {}), price, cases }
}

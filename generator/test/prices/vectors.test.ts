import { expect, test } from 'vitest'
import { priceCases } from '../../emit/prices/cases.js'
import { priceRequest } from '../../measures/price.js'

const cases = priceCases.flatMap(({ about, priced, requests }) =>
  requests.map(([amount, body]) => ({ about, amount, priced, body })),
)

test.each(cases)('$about: $body costs $amount', ({ priced, body, amount }) => {
  const quote = priceRequest(priced, priced.prices[0]!, body)
  expect('amount' in quote ? Number(quote.amount) : null).toBe(amount)
})

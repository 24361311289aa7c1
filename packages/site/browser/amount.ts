import { priceRequest, type Price } from '@model-tasks/spec/measures'
import type { ModelPrices } from '../src/facts/priced-model.js'

const inMicroCredits = 1_000_000

/** The price that counts now: the last of those that have begun. */
const inForce = (prices: readonly Price[]): Price | undefined =>
  prices.findLast(({ from }) => from === undefined || Date.parse(from) <= Date.now())

/** What a request costs, in credits; undefined where the price does not say. */
export const amountOf = ({ prices, subject }: ModelPrices, body: unknown): number | undefined => {
  const price = inForce(prices)
  if (price === undefined) return undefined
  const quote = priceRequest(subject, price, body)
  return 'amount' in quote ? Number(quote.amount) / inMicroCredits : undefined
}

/** Credits as they are written, `≈` before those of a price that the catalogue does not state. */
export const amountText = ({ isStandard }: ModelPrices, amount: number): string =>
  `${isStandard ? '≈\u00a0' : ''}${amount.toLocaleString('en-US', { maximumFractionDigits: 6 })}`

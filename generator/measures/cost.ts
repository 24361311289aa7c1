import { numberOf, type Fraction } from './fraction.js'
import { stepsOf } from './places.js'
import { rateTablesOf } from './price-tables.js'
import { factorsOf, priceRequest, type Price, type PricedModel, type PriceLine } from './price.js'

/** The prices of a model, and what they read of its requests. */
export interface ModelPrices extends PricedModel {
  model: string
  prices: readonly Price[]
  /** Whether the catalogue states none, so that this is the standard price of this project's service. */
  standard: boolean
}

/** A part of a cost: `credits` × `quantity`, in credits. */
export interface CostLine {
  /** What it counts by: `perTask`, `perSecond`, `perSecondPerOutput`, `per1000Characters`. */
  rate: string
  credits: number
  quantity: number
  amount: number
}

/** What a task of a request costs by the price of the catalogue. A service may have prices of its own. */
export interface Cost {
  model: string
  /** In credits, with at most six decimals. */
  amount: number
  lines: CostLine[]
  /** The parameters that change it, in the order in which the price names them. */
  parameters: string[]
  /** Whether the catalogue states no price, so that this is the standard price of this project's service. */
  standard: boolean
  /** The date from which the price counts, where it has one. */
  from?: string
}

/** What a request costs at a time, in milliseconds since the Unix epoch; or why that cannot be said. */
export function costOf(
  priced: ModelPrices,
  body: unknown,
  time: number,
): Cost | { unpriceable: string; parameter?: string } {
  const price = priced.prices.findLast(({ from }) => from === undefined || Date.parse(from) <= time)
  if (price === undefined) return { unpriceable: 'the model has no price' }
  const quote = priceRequest(priced, price, body)
  if ('unpriceable' in quote) return quote
  return {
    model: priced.model,
    amount: creditsOf(quote.amount),
    lines: quote.lines.map(({ rate, credits, quantity, amount }) => ({
      rate,
      credits: creditsOf(credits),
      quantity,
      amount: creditsOf(amount),
    })),
    parameters: priceParameters(priced, [price]),
    standard: priced.standard,
    ...(price.from === undefined ? {} : { from: price.from }),
  }
}

/** The parameters that change these prices, each once, in the order in which they are named. */
export function priceParameters({ quantities }: Pick<PricedModel, 'quantities'>, prices: readonly Price[]): string[] {
  const counted = (line: PriceLine): string[] =>
    factorsOf(line).flatMap(({ of }) =>
      quantities
        .filter(({ name }) => name === of)
        .flatMap(({ sum, times, per }) => [...sum, times, per].flatMap((source) => source?.path ?? [])),
    )
  const names = prices.flatMap((price) => [
    ...[...price.lines, ...(price.tiers ?? []).flatMap(({ lines }) => lines)]
      .flatMap(counted)
      .map((path) => stepsOf(path)[0]),
    ...rateTablesOf(price).map((name) => name.split('.')[0]),
  ])
  return [...new Set(names.filter((name) => name !== undefined))]
}

function creditsOf(microCredits: bigint): number {
  const amount: Fraction = { over: microCredits, under: 1_000_000n }
  return numberOf(amount)
}

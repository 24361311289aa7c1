import { priceRequest } from '@model-tasks/spec/measures'
import type { Finding } from '@model-tasks/validation'
import type { JsonObject } from '../../base/json.js'
import { maxMicroCredits } from './credits.js'
import type { Price } from './price-terms.js'
import type { PricedModel } from './priced-models.js'

/** One part of a quote: a rate, how often it counts, and the product. In micro-credits. */
export interface QuoteLine {
  /** What it counts by, such as `perSecond`. */
  rate: string
  credits: number
  quantity: number
  amount: number
}

/** What a request costs, in micro-credits: what its task holds, and what it costs once completed. */
export interface Quote {
  amount: number
  lines: readonly QuoteLine[]
}

/** Prices a request: each part is exact and rounded up to a whole micro-credit. Answers a finding where it cannot be priced. */
export function quoteOf(model: PricedModel, { lines, tiers }: Price, parameters: JsonObject): Quote | Finding {
  const quote = priceRequest(model, { lines, tiers }, parameters)
  if ('unpriceable' in quote)
    return unpriceable(
      quote.parameter ?? '',
      `${quote.parameter ?? model.id}: this request cannot be priced, ${quote.unpriceable}; ask the operator to correct the price`,
    )
  if (quote.amount > BigInt(maxMicroCredits))
    return unpriceable(
      '',
      `${model.id}: this request cannot be priced, it costs more than ${maxMicroCredits / 1e6} credits`,
    )
  return {
    amount: Number(quote.amount),
    lines: quote.lines.map(({ rate, credits, quantity, amount }) => ({
      rate,
      credits: Number(credits),
      quantity,
      amount: Number(amount),
    })),
  }
}

function unpriceable(parameter: string, message: string): Finding {
  const [top = ''] = parameter.split('.')
  const place = parameter === '' ? { path: '' } : { path: `/${parameter.replaceAll('.', '/')}`, parameter: top }
  return { rule: 'price-unknown', severity: 'error', ...place, message, source: 'extension: credits' }
}

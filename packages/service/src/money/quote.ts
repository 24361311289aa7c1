import type { Finding } from '@model-tasks/validation'
import type { JsonObject } from '../json.js'
import { maxMicroCredits } from './credits.js'
import { countImages, ratesFor, type Price, type Rates } from './price.js'
import type { PricedModel } from './priced-models.js'

/** One part of a quote: a rate, how often it counts, and the product. In micro-credits. */
export interface QuoteLine {
  rate: keyof Rates
  credits: number
  quantity: number
  amount: number
}

/** What a request costs, in micro-credits: what its task holds, and what it costs once completed. */
export interface Quote {
  amount: number
  lines: readonly QuoteLine[]
}

/**
 * Prices a request. Each part is an integer of micro-credits times an integer that the catalogue bounds; a second that
 * has begun counts. Answers a finding where there is no such integer.
 */
export function quoteOf(model: PricedModel, price: Price, parameters: JsonObject): Quote | Finding {
  const rates = ratesFor(model, price, parameters)
  const seconds = rates.perSecond === 0 ? 0 : secondsOf(model, parameters)
  if (typeof seconds === 'object') return seconds
  const quantities: Rates = { perTask: 1, perSecond: seconds, perImage: countImages(model, parameters) }
  const lines = (['perTask', 'perSecond', 'perImage'] as const)
    .filter((rate) => rates[rate] > 0 && quantities[rate] > 0)
    .map((rate) => ({
      rate,
      credits: rates[rate],
      quantity: quantities[rate],
      amount: rates[rate] * quantities[rate],
    }))
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const free = rates.perTask === 0 && rates.perSecond === 0 && rates.perImage === 0
  if (!Number.isInteger(amount) || amount > maxMicroCredits || amount < 0 || (amount === 0 && !free)) {
    return unpriceable('', `${model.id}: this request cannot be priced; ask the operator to correct the price`)
  }
  return { amount, lines }
}

/** The seconds that are charged: those asked for, or the default, or the most the model makes where there is none. */
function secondsOf(model: PricedModel, parameters: JsonObject): number | Finding {
  const { seconds } = model
  if (seconds === undefined)
    return unpriceable(
      '',
      `${model.id}: the catalogue does not know its duration; ask the operator for a price per task`,
    )
  const asked = parameters['duration'] ?? seconds.default ?? seconds.maximum
  if (typeof asked === 'number' && asked >= seconds.minimum && asked <= seconds.maximum) return Math.ceil(asked)
  return {
    ...unpriceable(
      'duration',
      `duration: ${JSON.stringify(asked)} cannot be priced; give ${seconds.minimum} to ${seconds.maximum} seconds`,
    ),
    received: asked,
  }
}

function unpriceable(parameter: string, message: string): Finding {
  const place = parameter === '' ? { path: '' } : { path: `/${parameter}`, parameter }
  return { rule: 'price-unknown', severity: 'error', ...place, message, source: 'extension: credits' }
}

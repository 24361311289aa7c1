import type { JsonObject, JsonValue } from '../json.js'
import { creditsOf } from './credits.js'
import type { Condition, Price, Rates } from './price.js'
import type { Quote } from './quote.js'

/** A price as JSON shows it, in credits. */
export function priceResource({ from, rates, tiers }: Price): JsonObject {
  return {
    ...(from === -Infinity ? {} : { from: new Date(from).toISOString() }),
    ...ratesResource(rates),
    ...(tiers.length === 0
      ? {}
      : {
          tiers: tiers.map((tier) => ({
            when: Object.fromEntries([...tier.when].map(([name, condition]) => [name, conditionResource(condition)])),
            ...ratesResource(tier.rates),
          })),
        }),
  }
}

/** A quote as JSON shows it, in credits. */
export function quoteResource({ amount, lines }: Quote): JsonObject {
  return {
    amount: creditsOf(amount),
    lines: lines.map((line) => ({
      rate: line.rate,
      credits: creditsOf(line.credits),
      quantity: line.quantity,
      amount: creditsOf(line.amount),
    })),
  }
}

/** The rates that cost something; a free model shows that its task costs 0. */
function ratesResource(rates: Rates): JsonObject {
  const shown: JsonObject = {}
  for (const rate of ['perTask', 'perSecond', 'perImage'] as const)
    if (rates[rate] > 0) shown[rate] = creditsOf(rates[rate])
  return Object.keys(shown).length === 0 ? { perTask: 0 } : shown
}

function conditionResource(condition: Condition): JsonValue {
  if ('values' in condition) return [...condition.values]
  return {
    ...(condition.min > 0 ? { min: condition.min } : {}),
    ...(condition.max < Infinity ? { max: condition.max } : {}),
  }
}

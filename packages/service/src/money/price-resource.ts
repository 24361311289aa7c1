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

/**
 * A price as model directories list it: decimal strings by what they count. Behind a colon stand the conditions of a
 * tier, such as `per_second:resolution=1080p`, with the rates that it changes. Where two tiers state the same, the first
 * counts, as in the price itself.
 */
export function directoryPrice({ rates, tiers }: Price): {
  pricing_unit: string
  pricing_skus: Record<string, string>
} {
  const skus = new Map(rateNames.filter((rate) => rates[rate] > 0).map((rate) => [skuOf(rate), rateText(rates[rate])]))
  if (skus.size === 0) skus.set(skuOf('perTask'), '0')
  for (const { when, rates: changed } of tiers) {
    const conditions = [...when].map(([name, condition]) => `${name}=${conditionText(condition)}`).join(',')
    for (const rate of rateNames.filter((name) => changed[name] !== rates[name])) {
      const sku = `${skuOf(rate)}:${conditions}`
      if (!skus.has(sku)) skus.set(sku, rateText(changed[rate]))
    }
  }
  return { pricing_unit: 'credits', pricing_skus: Object.fromEntries(skus) }
}

const rateNames = ['perTask', 'perSecond', 'perImage'] as const

function skuOf(rate: keyof Rates): string {
  return rate.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Credits as a decimal string, never in exponents. */
function rateText(micro: number): string {
  return creditsOf(micro)
    .toFixed(6)
    .replace(/\.?0+$/, '')
}

function conditionText(condition: Condition): string {
  if ('values' in condition) return condition.values.map(String).join('|')
  return `${condition.min}..${condition.max < Infinity ? condition.max : ''}`
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
  for (const rate of rateNames) if (rates[rate] > 0) shown[rate] = creditsOf(rates[rate])
  return Object.keys(shown).length === 0 ? { perTask: 0 } : shown
}

function conditionResource(condition: Condition): JsonValue {
  if ('values' in condition) return [...condition.values]
  return {
    ...(condition.min > 0 ? { min: condition.min } : {}),
    ...(condition.max < Infinity ? { max: condition.max } : {}),
  }
}

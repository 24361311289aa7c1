import { rateName, ratesOf, type Condition, type Conditions, type PriceLine } from '@model-tasks/spec/measures'
import type { JsonObject, JsonValue } from '../../base/json.js'
import { creditsOf } from './credits.js'
import type { Price } from './price-terms.js'
import type { Quote } from './quote.js'
import { rateNames, ratesOfLines } from './rates.js'

/** A price as JSON shows it, in credits: by its rates where these say all of it, else by its lines. */
export function priceResource({ from, lines, tiers }: Price): JsonObject {
  const isShort = [lines, ...tiers.map((tier) => tier.lines)].every((each) => ratesOfLines(each) !== undefined)
  const shown = (each: readonly PriceLine[]): JsonObject =>
    isShort ? ratesResource(each) : { lines: each as unknown as JsonValue }
  return {
    ...(from === -Infinity ? {} : { from: new Date(from).toISOString() }),
    ...shown(lines),
    ...(tiers.length === 0
      ? {}
      : { tiers: tiers.map((tier) => ({ when: conditionsResource(tier.when), ...shown(tier.lines) })) }),
  }
}

/**
 * A price as model directories list it: decimal strings by what they count. Behind a colon stand the conditions of a
 * tier, of a line or of a row of its table, such as `per_second:resolution=1080p`. Of a tier only what it changes is
 * listed; where two tiers state the same, the first counts, as in the price itself.
 */
export function directoryPrice({ lines, tiers }: Price): {
  pricing_unit: string
  pricing_skus: Record<string, string>
} {
  const base = skusOf(lines)
  const skus = new Map([...base].filter(([, credits]) => credits > 0))
  if (skus.size === 0) skus.set('per_task', 0)
  for (const { when, lines: changed } of tiers) {
    const own = skusOf(changed)
    for (const sku of new Set([...base.keys(), ...own.keys()])) {
      const credits = own.get(sku) ?? 0
      if (credits === (base.get(sku) ?? 0)) continue
      const conditional = `${sku}${sku.includes(':') ? ',' : ':'}${conditionsText(when)}`
      if (!skus.has(conditional)) skus.set(conditional, credits)
    }
  }
  return {
    pricing_unit: 'credits',
    pricing_skus: Object.fromEntries([...skus].map(([sku, credits]) => [sku, rateText(credits)])),
  }
}

function skusOf(lines: readonly PriceLine[]): Map<string, number> {
  const skus = new Map<string, number>()
  for (const line of lines)
    for (const { values, credits } of ratesOf(line)) {
      const conditions = [
        ...(line.when === undefined ? [] : [conditionsText(line.when)]),
        ...values.map(([parameter, value]) => `${parameter}=${value}`),
      ]
      const name = rateName(line).replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`)
      const sku = `${name}${conditions.length === 0 ? '' : `:${conditions.join(',')}`}`
      skus.set(sku, (skus.get(sku) ?? 0) + credits)
    }
  return skus
}

/** Credits as a decimal string, never in exponents. */
function rateText(credits: number): string {
  return credits.toFixed(6).replace(/\.?0+$/, '')
}

function conditionsText(when: Conditions): string {
  return Object.entries(when)
    .map(([name, condition]) => `${name}=${conditionText(condition)}`)
    .join(',')
}

function conditionText(condition: Condition): string {
  if (typeof condition !== 'object') return String(condition)
  if (isList(condition)) return condition.map(String).join('|')
  const { min = 0, max } = condition
  return `${min}..${max ?? ''}`
}

function isList(condition: object): condition is readonly (string | number | boolean)[] {
  return Array.isArray(condition)
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
function ratesResource(lines: readonly PriceLine[]): JsonObject {
  const rates = ratesOfLines(lines)
  const shown: JsonObject = {}
  for (const rate of rateNames) if (rates !== undefined && rates[rate] > 0) shown[rate] = rates[rate]
  return Object.keys(shown).length === 0 ? { perTask: 0 } : shown
}

function conditionsResource(when: Conditions): JsonObject {
  return Object.fromEntries(
    Object.entries(when).map(([name, condition]) => [
      name,
      (typeof condition === 'object' ? condition : [condition]) as JsonValue,
    ]),
  )
}

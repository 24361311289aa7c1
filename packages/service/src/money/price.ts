import type { JsonObject, JsonValue } from '../json.js'
import { microCreditsPerCredit as credit } from './credits.js'
import type { PricedModel } from './priced-models.js'

/** What a task costs, in micro-credits: once, per second of video asked for, and per image that the request attaches. */
export interface Rates {
  perTask: number
  perSecond: number
  perImage: number
}

/** Whether a tier applies: by a parameter's value, or by how many media references it holds. */
export type Condition = { values: readonly JsonValue[] } | { min: number; max: number }

/** Rates for requests that meet every condition. */
export interface Tier {
  when: ReadonlyMap<string, Condition>
  rates: Rates
}

/** The price of a model from some time on. */
export interface Price {
  /** In milliseconds since the Unix epoch; -Infinity: always. */
  from: number
  rates: Rates
  /** The first that applies takes the place of `rates`. */
  tiers: readonly Tier[]
}

/** The prices of the operator by Model ID, each list in the order of `from` and beginning with one that was always valid. */
export type Prices = ReadonlyMap<string, readonly Price[]>

/** What a video without a reference is taken to be worth by the standard price, in seconds. */
const typicalSeconds = 5

/**
 * The price of a model at a time. The interface does not show prices: without one of the operator's a video costs one
 * credit per second, or five credits where the catalogue does not know its duration, and an image one credit.
 */
export function priceOf(model: PricedModel, prices: Prices, now: number): Price {
  const own = prices.get(model.id)?.findLast(({ from }) => from <= now)
  return own ?? { from: -Infinity, rates: standardRates(model), tiers: [] }
}

function standardRates({ kind, seconds }: PricedModel): Rates {
  if (kind === 'image' || kind === 'mesh') return { perTask: credit, perSecond: 0, perImage: 0 }
  return seconds === undefined
    ? { perTask: typicalSeconds * credit, perSecond: 0, perImage: 0 }
    : { perTask: 0, perSecond: credit, perImage: 0 }
}

/** The rates that apply to a request, after its tiers. */
export function ratesFor(model: PricedModel, price: Price, parameters: JsonObject): Rates {
  const tier = price.tiers.find(({ when }) =>
    [...when].every(([name, condition]) => meets(model, parameters, name, condition)),
  )
  return tier?.rates ?? price.rates
}

/** How many references the parameters hold that the model takes as images. */
export function countImages(model: PricedModel, parameters: JsonObject): number {
  let count = 0
  for (const [name, { media }] of model.media) if (media === 'image') count += countItems(parameters[name])
  return count
}

function meets(model: PricedModel, parameters: JsonObject, name: string, condition: Condition): boolean {
  const value = parameters[name]
  if ('values' in condition) {
    const given = value ?? model.defaults.get(name)
    return given !== undefined && condition.values.includes(given)
  }
  const count = countItems(value)
  return count >= condition.min && count <= condition.max
}

function countItems(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0
}

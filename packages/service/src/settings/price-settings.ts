import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.js'
import {
  priceMistakes,
  type Condition,
  type Conditions,
  type PriceMistake,
  type PriceTier,
} from '@model-tasks/spec/measures'
import { microCreditsOf } from '../domain/money/credits.js'
import type { Price } from '../domain/money/price-terms.js'
import type { Prices } from '../domain/money/price.js'
import { pricedModels, type PricedModel } from '../domain/money/priced-models.js'
import { linesOfRates, rateNames, type Rates } from '../domain/money/rates.js'
import { Members, type Refuse } from './members.js'

const maxRate = 1_000_000

/** Reads the member `prices` of the configuration file: Model ID -> a price, or a list of prices with the dates from which they count. */
export function pricesOf(value: JsonValue, refuse: Refuse): Prices {
  if (!isJsonObject(value)) throw refuse('prices must map Model IDs to prices, such as {"perSecond": 2}')
  return new Map(
    Object.entries(value).map(([id, price]) => {
      const model = pricedModels().get(id)
      if (model === undefined) throw refuse(`prices: ${JSON.stringify(id)} is not a Model ID of this catalogue`)
      return [id, historyOf(`prices.${id}`, price, model, refuse)]
    }),
  )
}

function historyOf(place: string, value: JsonValue, model: PricedModel, refuse: Refuse): Price[] {
  const entries = Array.isArray(value) ? value : [value]
  if (entries.length === 0) throw refuse(`${place} must be a price, or a list of at least one`)
  const prices = entries.map((entry, index) =>
    priceFrom(Array.isArray(value) ? `${place}[${index}]` : place, entry, model, refuse),
  )
  for (const [index, { from }] of prices.entries()) {
    if (index === 0 && from !== -Infinity)
      throw refuse(`${place}: the first price counts until the next one begins; leave out its from`)
    if (index > 0 && !(from > (prices[index - 1]?.from ?? from)))
      throw refuse(`${place}[${index}].from must be later than the one before`)
  }
  return prices
}

function priceFrom(place: string, value: JsonValue, model: PricedModel, refuse: Refuse): Price {
  const inLines = isJsonObject(value) && value['lines'] !== undefined
  const members = new Members(
    place,
    value,
    inLines ? ['lines', 'tiers', 'from'] : [...rateNames, 'tiers', 'from'],
    refuse,
  )
  const from = members.other('from', (at, date) => dateOf(at, date, refuse)) ?? -Infinity
  const price = inLines ? pricedByLines(value) : pricedByRates(place, members, model, refuse)
  // A configuration says nothing of rules across parameters: a price must know every combination of the values.
  const [mistake] = priceMistakes(model, price, () => [])
  if (mistake !== undefined) throw refuse(sentenceOf(place, mistake))
  return { from, ...price }
}

type Lines = Pick<Price, 'lines' | 'tiers'>

/** In the language of the catalogue; what is wrong with it is found by the same check. */
function pricedByLines({ lines, tiers }: JsonObject): Lines {
  return { lines, tiers: tiers ?? [] } as unknown as Lines
}

function sentenceOf(place: string, { path, message, hint }: PriceMistake): string {
  const at = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `${place}${at}: ${message}${hint === undefined ? '' : `; ${hint.charAt(0).toLowerCase()}${hint.slice(1).replace(/\.$/, '')}`}`
}

/** By rates, the short form. */
function pricedByRates(place: string, members: Members, model: PricedModel, refuse: Refuse): Lines {
  const rates = ratesOf(members, { perTask: 0, perSecond: 0, perImage: 0 }, place, model)
  const tiers = members.other('tiers', (at, list) => {
    if (!Array.isArray(list)) throw refuse(`${at} must be a list of {"when", and rates}`)
    return list.map((tier, index) => tierFrom(`${at}[${index}]`, tier, rates, model, refuse))
  })
  return { lines: linesOfRates(rates, longestOf(model)), tiers: tiers ?? [] }
}

function longestOf({ quantities }: PricedModel): number | undefined {
  return quantities.find(({ name }) => name === 'seconds')?.maximum
}

/** The rates that a tier leaves out are those of the price. */
function tierFrom(place: string, value: JsonValue, base: Rates, model: PricedModel, refuse: Refuse): PriceTier {
  const members = new Members(place, value, ['when', ...rateNames], refuse)
  const when = members.required(
    'when',
    members.other('when', (at, conditions) => conditionsOf(at, conditions, model, refuse)),
  )
  return { when, lines: linesOfRates(ratesOf(members, base, place, model), longestOf(model)) }
}

function ratesOf(members: Members, base: Rates, place: string, model: PricedModel): Rates {
  const rates = { ...base }
  for (const name of rateNames) {
    const credits = members.number(
      name,
      (given) => given >= 0 && given <= maxRate && microCreditsOf(given) !== undefined,
      `a number of credits from 0 to ${maxRate} with at most 6 decimals`,
    )
    if (credits !== undefined) rates[name] = credits
  }
  const states = (quantity: string): boolean => model.quantities.some((known) => known.name === quantity)
  if (rates.perSecond > 0 && !states('seconds'))
    throw members.refuse(`${place}.perSecond: the catalogue has no range of durations for ${model.id}; use perTask`)
  if (rates.perImage > 0 && !states('images'))
    throw members.refuse(
      `${place}.perImage: the catalogue has no images among the parameters of ${model.id}; use perTask`,
    )
  if (rates.perImage > 0 && rates.perTask === 0 && rates.perSecond === 0)
    throw members.refuse(`${place}.perImage: a request without images would be free; give perTask or perSecond as well`)
  return rates
}

function conditionsOf(place: string, value: JsonValue, model: PricedModel, refuse: Refuse): Conditions {
  if (!isJsonObject(value) || Object.keys(value).length === 0)
    throw refuse(`${place} must map parameters of ${model.id} to what they must be`)
  return Object.fromEntries(
    Object.entries(value).map(([name, wanted]) => [name, conditionOf(`${place}.${name}`, name, wanted, model, refuse)]),
  )
}

function conditionOf(place: string, name: string, wanted: JsonValue, model: PricedModel, refuse: Refuse): Condition {
  const choices = Object.hasOwn(model.choices, name) ? model.choices[name] : undefined
  if (choices !== undefined) {
    const values = (Array.isArray(wanted) ? wanted : [wanted]).map((value) =>
      choices.find((choice) => choice === value),
    )
    const known = values.filter((value) => value !== undefined)
    if (values.length === 0 || known.length < values.length)
      throw refuse(`${place} must be one or a list of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`)
    return known
  }
  if (!model.measured.includes(name)) {
    const usable = [...new Set([...Object.keys(model.choices), ...model.measured])]
    throw refuse(
      usable.length === 0
        ? `${place}: the catalogue has no parameters of ${model.id}; leave out its tiers`
        : `${place}: a price of ${model.id} may depend on ${usable.join(', ')}`,
    )
  }
  return countOf(place, wanted, refuse)
}

function countOf(place: string, wanted: JsonValue, refuse: Refuse): Condition {
  const bounds: JsonObject = isJsonObject(wanted) ? wanted : {}
  const members = new Members(place, wanted, ['min', 'max'], refuse)
  const bound = (name: 'min' | 'max'): number | undefined =>
    members.number(name, (count) => Number.isInteger(count) && count >= 0, 'an integer, 0 or more')
  const [min = 0, max = Infinity] = [bound('min'), bound('max')]
  if (Object.keys(bounds).length === 0 || min > max)
    throw refuse(`${place} must be how many there are: {"min": 1}, {"max": 3} or both`)
  return { ...(min > 0 ? { min } : {}), ...(max < Infinity ? { max } : {}) }
}

function dateOf(place: string, value: JsonValue, refuse: Refuse): number {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/
  const text = typeof value === 'string' && form.test(value) ? value : ''
  const time = Date.parse(text)
  // The parser turns the 30th of February into a day of March.
  if (Number.isNaN(time) || !text.startsWith(new Date(time).toISOString().slice(0, 10)))
    throw refuse(`${place} must be a date in UTC, such as 2027-01-01 or 2027-01-01T08:00:00Z`)
  return time
}

import { isJsonObject, type JsonValue } from '../base/json.js'
import { microCreditsOf, microCreditsPerCredit } from '../domain/money/credits.js'
import { routingOrders, type Routing, type RoutingOrder } from '../domain/provider/provider-set.js'
import { knownModel } from './known-model.js'
import { Members, type Refuse } from './members.js'
import type { Upstream } from './settings.js'

const maxUnitCost = 1_000_000

/** What the settings say of how an upstream is chosen among others. */
export function routingOf(
  members: Members,
  refuse: Refuse,
): Pick<Upstream, 'priority' | 'weight' | 'costs' | 'unitCosts'> {
  const priority = members.number(
    'priority',
    (value) => Number.isInteger(value) && Math.abs(value) <= 1000,
    'an integer from -1000 to 1000; a smaller one is asked first',
  )
  const weight = members.number('weight', (value) => value > 0 && value <= 1e6, 'a number more than 0, 1000000 at most')
  const costs = members.other('costs', (at, map) => costsOf(at, map, refuse))
  const unitCosts = members.other('unitCosts', (at, map) => unitCostsOf(at, map, refuse))
  return {
    ...(priority === undefined ? {} : { priority }),
    ...(weight === undefined ? {} : { weight }),
    ...(costs === undefined ? {} : { costs }),
    ...(unitCosts === undefined ? {} : { unitCosts }),
  }
}

function costsOf(place: string, value: JsonValue, refuse: Refuse): ReadonlyMap<string, number> {
  if (!isJsonObject(value)) throw refuse(`${place} must map Model IDs to credits per task`)
  return new Map(
    Object.entries(value).map(([model, credits]) => {
      const micro = typeof credits === 'number' && credits >= 0 ? microCreditsOf(credits) : undefined
      if (micro === undefined)
        throw refuse(`${place}: ${model} must be a number of credits per task, 0 or more with at most six decimals`)
      return [knownModel(place, model, refuse), micro]
    }),
  )
}

/** A unit may be worth far less than a micro-credit. */
function unitCostsOf(place: string, value: JsonValue, refuse: Refuse): ReadonlyMap<string, number> {
  if (!isJsonObject(value))
    throw refuse(`${place} must map what the upstream counts, such as tokens, to credits for one of it`)
  return new Map(
    Object.entries(value).map(([unit, credits]) => {
      if (typeof credits !== 'number' || credits < 0 || credits > maxUnitCost)
        throw refuse(`${place}: ${unit} must be a number of credits for one of it, from 0 to ${maxUnitCost}`)
      return [unit, credits * microCreditsPerCredit]
    }),
  )
}

/** Reads the member `routing` of the configuration file. */
export function routingSettingsOf(value: JsonValue, refuse: Refuse): Routing {
  const members = new Members('routing', value, ['order', 'models'], refuse)
  const orderOf = (place: string, word: JsonValue): RoutingOrder => {
    const found = routingOrders.find((order) => order === word)
    if (found === undefined) throw refuse(`${place} must be ${routingOrders.join(', ')}, not ${JSON.stringify(word)}`)
    return found
  }
  return {
    order: members.other('order', orderOf) ?? 'listed',
    models:
      members.other('models', (place, map) => {
        if (!isJsonObject(map)) throw refuse(`${place} must map Model IDs to ${routingOrders.join(', ')}`)
        return new Map(
          Object.entries(map).map(([model, word]) => [
            knownModel(place, model, refuse),
            orderOf(`${place}.${model}`, word),
          ]),
        )
      }) ?? new Map(),
  }
}

import type { JsonSchema, Model } from '../../catalogue.js'
import { satisfies } from '../../check/satisfies.js'
import { holds, type Conditions } from '../../measures/conditions.js'
import { withDefaults } from '../../measures/defaults.js'
import { defaultedModel } from '../../measures/price-subject.js'
import { valuesOf } from '../../measures/price-values.js'
import { brokenRules } from '../../read/requests.js'
import { modelSchema } from '../../schema.js'
import type { Pair } from '../pairs.js'

/** A request that a model accepts before and after and that meets the conditions in one of them; undefined where none was found. */
export function requestWith(when: Conditions, { before, after }: Pair<Model>): JsonSchema | undefined {
  for (const model of [after, before]) {
    const request = meeting(when, model)
    if (request !== undefined && accepts(before, request) && accepts(after, request)) return request
  }
  return undefined
}

/** The smallest request of a model, changed parameter by parameter until it meets the conditions. */
function meeting(when: Conditions, model: Model): JsonSchema | undefined {
  const defaulted = defaultedModel(model)
  const meets = (conditions: Conditions, request: JsonSchema): boolean =>
    holds(defaulted, conditions, withDefaults(defaulted, request))
  let request: JsonSchema = model.requests.smallest
  for (const parameter of model.parameters) {
    const own = Object.entries(when).filter(([name]) => name.split('.')[0] === parameter.name)
    const conditions = Object.fromEntries(own)
    if (own.length === 0 || meets(conditions, request)) continue
    const bounds = own.map(([name, condition]): [string, number[]] => [
      name,
      Object.values(condition).filter((bound) => typeof bound === 'number'),
    ])
    const found = valuesOf(parameter, parameter.name, {
      names: new Set(own.map(([name]) => name)),
      bounds: new Map(bounds),
    }).find((value) => meets(conditions, { ...request, [parameter.name]: value }))
    if (found === undefined) return undefined
    request = { ...request, [parameter.name]: found }
  }
  return meets(when, request) ? request : undefined
}

function accepts(model: Model, request: JsonSchema): boolean {
  return (
    satisfies(modelSchema(model), request) && brokenRules(request, model).every(({ severity }) => severity !== 'error')
  )
}

import { holds, type ConditionedModel, type Conditions } from './conditions.js'

type Value = string | number | boolean

/** What a parameter is where a request leaves it out and meets a condition. */
export interface ConditionalDefault {
  readonly when: Conditions
  readonly default: Value
}

/** A model some of whose defaults depend on the request. */
export interface DefaultedModel extends ConditionedModel {
  /** By optional parameter; the first that holds counts, and `defaults` where none does. No condition reads one of these parameters. */
  readonly conditionalDefaults?: { readonly [parameter: string]: readonly ConditionalDefault[] }
}

/** The default of a parameter that counts for a request by its condition; undefined where none does. */
export function conditionalDefault(model: DefaultedModel, parameter: string, body: unknown): Value | undefined {
  const { conditionalDefaults = {} } = model
  const stated = Object.hasOwn(conditionalDefaults, parameter) ? (conditionalDefaults[parameter] ?? []) : []
  return stated.find(({ when }) => holds(model, when, body))?.default
}

/** Those parameters that a request leaves out, or sends as null, whose default depends on it, with the default that counts. */
export function defaultsFor(model: DefaultedModel, body: unknown): { [parameter: string]: Value } {
  const given = typeof body === 'object' && body !== null ? (body as { readonly [parameter: string]: unknown }) : {}
  const filled: { [parameter: string]: Value } = {}
  for (const parameter of Object.keys(model.conditionalDefaults ?? {})) {
    if (Object.hasOwn(given, parameter) && given[parameter] !== undefined && given[parameter] !== null) continue
    const value = conditionalDefault(model, parameter, body)
    if (value !== undefined) filled[parameter] = value
  }
  return filled
}

/** A request with those defaults filled in, as its price and the limits on its files read it. A model without any gets it as it is. */
export function withDefaults(model: DefaultedModel, body: unknown): unknown {
  const filled = defaultsFor(model, body)
  return Object.keys(filled).length === 0 ? body : { ...(body as object), ...filled }
}

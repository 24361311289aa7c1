import type { JsonValue, Model, Parameter } from '../catalogue.js'
import type { DefaultedModel } from './defaults.js'
import { membersOf } from './members.js'
import type { PricedModel } from './price.js'

/** A model as far as its prices are checked. */
export interface PriceSubject extends PricedModel {
  id: string
  /** The closed sets of values, by parameter; of members of objects by their names with dots. */
  choices: { readonly [parameter: string]: readonly (string | number | boolean)[] }
  /** Numbers, strings and lists, on which a condition may put bounds. */
  measured: readonly string[]
  parameters: readonly Parameter[]
  /** Numbers that its rules compare with. */
  ruleNumbers: readonly number[]
  /** Requests that the model accepts, from which others are made. */
  requests: readonly { readonly [parameter: string]: JsonValue }[]
}

/** As much of a model as its prices depend on. */
export type PricedFacts = Pick<Model, 'id' | 'places' | 'quantities' | 'parameters' | 'requests' | 'rules'>

/** What a price of this model may depend on, and is checked by. */
export function priceSubject({ id, places, quantities, parameters, requests, rules }: PricedFacts): PriceSubject {
  const all = parameters.flatMap((parameter) => named(parameter, ''))
  return {
    id,
    quantities,
    ...defaultedModel({ places, parameters }),
    choices: Object.fromEntries(
      all.flatMap(({ name, parameter }): [string, (string | number | boolean)[]][] => {
        if (parameter.kind === 'boolean') return [[name, [true, false]]]
        return parameter.kind === 'enum' ? [[name, parameter.values]] : []
      }),
    ),
    measured: all.flatMap(({ name, parameter }) =>
      ['media', 'list', 'map', 'array', 'integer', 'number'].includes(parameter.kind) ||
      (parameter.kind === 'enum' && parameter.type !== 'string')
        ? name
        : [],
    ),
    parameters,
    ruleNumbers: [...new Set(rules.flatMap(({ schema }) => numbersIn(schema)))],
    requests: [requests.smallest, requests.usual.en],
  }
}

/** What conditions, and defaults that depend on a request, read of a model. */
export function defaultedModel({ places, parameters }: Pick<Model, 'places' | 'parameters'>): DefaultedModel {
  const all = parameters.flatMap((parameter) => named(parameter, ''))
  const conditional = parameters.flatMap(({ name, defaults }) => (defaults === undefined ? [] : [{ name, defaults }]))
  return {
    places,
    defaults: Object.fromEntries(
      all.flatMap(({ name, parameter }): [string, JsonValue][] => {
        const { default: value } = parameter as { default?: JsonValue }
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    ...(conditional.length === 0
      ? {}
      : {
          conditionalDefaults: Object.fromEntries(
            conditional.map(({ name, defaults }) => [
              name,
              defaults.map(({ when, default: value }) => ({ when, default: value })),
            ]),
          ),
        }),
  }
}

/** A parameter and the members of objects in it, by their names with dots. */
function named(parameter: Parameter, before: string): { name: string; parameter: Parameter }[] {
  // A dot in a price leads to a member, so a price cannot name a parameter that has one in its own name.
  if (parameter.name.includes('.')) return []
  const name = `${before}${parameter.name}`
  return [{ name, parameter }, ...membersOf(parameter).flatMap((member) => named(member, `${name}.`))]
}

function numbersIn(value: JsonValue): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

import type { Model, ModelKind, Parameter } from '@model-tasks/spec/catalogue'
import { createRequire } from 'node:module'
import type { JsonValue } from '../json.js'

/** The duration of a video as the catalogue bounds it, in seconds. */
export interface SecondsRange {
  minimum: number
  maximum: number
  default: number | undefined
}

/** What the catalogue knows of a model that a price may depend on. */
export interface PricedModel {
  id: string
  kind: ModelKind
  /** Present where `duration` has a range, so that a price may be multiplied by it. */
  seconds: SecondsRange | undefined
  /** Parameters with a closed set of values, and these values. */
  choices: ReadonlyMap<string, readonly JsonValue[]>
  /** Parameters that hold media references, and how many of them. */
  media: ReadonlyMap<string, { media: string; maxItems: number }>
  /** What a parameter is when it is left out. */
  defaults: ReadonlyMap<string, JsonValue>
}

let known: ReadonlyMap<string, PricedModel> | undefined

/**
 * Every model of the catalogue by its ID. One without a reference has no parameter that a price could depend on. The
 * catalogue is read when it is first asked for: a start does not need it.
 */
export function pricedModels(): ReadonlyMap<string, PricedModel> {
  if (known === undefined) {
    const { models } = createRequire(import.meta.url)('@model-tasks/spec/catalogue.json') as {
      models: readonly Model[]
    }
    known = new Map(models.map((model) => [model.id, pricedModel(model)]))
  }
  return known
}

function pricedModel({ id, kind, parameters }: Model): PricedModel {
  const each = <T>(read: (parameter: Parameter) => T | undefined): ReadonlyMap<string, T> =>
    new Map(
      parameters.flatMap((parameter) => {
        const found = read(parameter)
        return found === undefined ? [] : [[parameter.name, found] as const]
      }),
    )
  return {
    id,
    kind,
    seconds: each(secondsOf).get('duration'),
    choices: each(choicesOf),
    media: each((parameter) =>
      parameter.kind === 'media' ? { media: parameter.media, maxItems: parameter.maxItems } : undefined,
    ),
    defaults: each((parameter) => ('default' in parameter ? parameter.default : undefined)),
  }
}

function choicesOf(parameter: Parameter): readonly JsonValue[] | undefined {
  if (parameter.kind === 'boolean') return [true, false]
  return parameter.kind === 'enum' ? parameter.values : undefined
}

function secondsOf(parameter: Parameter): SecondsRange | undefined {
  if (parameter.kind === 'integer' && parameter.minimum !== undefined && parameter.maximum !== undefined)
    return { minimum: parameter.minimum, maximum: parameter.maximum, default: parameter.default }
  if (parameter.kind !== 'enum') return undefined
  const values = parameter.values.filter((value) => typeof value === 'number')
  if (values.length === 0) return undefined
  const first = parameter.default
  return {
    minimum: Math.min(...values),
    maximum: Math.max(...values),
    default: typeof first === 'number' ? first : undefined,
  }
}

import { _, type Code } from 'ajv'
import type { IntegerParameter, JsonSchema, NumberParameter } from '../catalogue.js'
import type { Reader } from '../read/reader.js'
import {
  callCheck,
  fine,
  present,
  wrong,
  type Case,
  type CheckContext,
  type KindFacts,
  type Place,
  type Random,
} from './kind.js'

/** What integers and numbers share. */
type Numeric = IntegerParameter | NumberParameter
type Limits = Pick<
  Numeric,
  'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf' | 'default' | 'unit'
>

/** The limits of a number as `spec/` states them. */
export function readLimits(schema: Reader): Limits {
  return present({
    minimum: schema.optionalNumber('minimum'),
    maximum: schema.optionalNumber('maximum'),
    exclusiveMinimum: schema.optionalNumber('exclusiveMinimum'),
    exclusiveMaximum: schema.optionalNumber('exclusiveMaximum'),
    multipleOf: schema.optionalNumber('multipleOf'),
    default: schema.optionalNumber('default'),
    unit: schema.optionalText('x-unit'),
  })
}

export function numericSchema({
  kind,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: Numeric): JsonSchema {
  const step = multipleOf !== undefined && isExactStep(multipleOf) ? multipleOf : undefined
  return { type: kind, ...present({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf: step }) }
}

/**
 * Whether binary fractions hold a step and all its multiples: integers, halves, quarters and so on. By any other, such as
 * 0.1, many JSON Schema libraries reject 0.3, so the schemas leave it out; the validators check it.
 */
export function isExactStep(step: number): boolean {
  return Number.isInteger(step * 2 ** 20)
}

export function numericFacts({
  kind,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  unit,
}: Numeric): KindFacts {
  return { type: kind, ...present({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, unit }) }
}

/** A call that checks type and bounds. The plain integer has a function of its own, because most models need no other. */
export function numericCheck(parameter: Numeric, at: Place, { constant }: CheckContext): Code {
  const { kind, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = parameter
  const low = minimum === undefined ? _`-Infinity` : _`${minimum}`
  const high = maximum === undefined ? _`Infinity` : _`${maximum}`
  if (
    kind === 'integer' &&
    exclusiveMinimum === undefined &&
    exclusiveMaximum === undefined &&
    multipleOf === undefined
  )
    return _`${callCheck('integer', parameter, at, low, high)})`
  const above = exclusiveMinimum === undefined ? _`-Infinity` : _`${exclusiveMinimum}`
  const below = exclusiveMaximum === undefined ? _`Infinity` : _`${exclusiveMaximum}`
  return _`${callCheck('numeric', parameter, at, _`${kind}`, constant(_`[${low}, ${high}, ${above}, ${below}, ${multipleOf ?? 0}]`))})`
}

/** The smallest value that the limits allow, or the largest where there is no lower limit. */
export function numericExample({ kind, ...limits }: Numeric): number {
  if (limits.default !== undefined) return limits.default
  const step = limits.multipleOf ?? (kind === 'integer' ? 1 : 0.5)
  if (limits.minimum !== undefined) return stepAtOrAbove(limits.minimum, step)
  if (limits.exclusiveMinimum !== undefined) return between(limits.exclusiveMinimum, limits, step)
  const top = limits.maximum ?? limits.exclusiveMaximum
  return top === undefined || top > 0 ? 0 : (limits.maximum ?? tidy(top - step))
}

/** A value above an exclusive lower bound and within the upper one: a step up, or half-way where that is too far. */
function between(low: number, { maximum, exclusiveMaximum, multipleOf }: Limits, step: number): number {
  const high = maximum ?? exclusiveMaximum
  const next = multipleOf === undefined ? tidy(low + step) : stepAtOrAbove(tidy(low + multipleOf / 2), multipleOf)
  return high === undefined || next < high || next === maximum ? next : tidy((low + high) / 2)
}

function stepAtOrAbove(value: number, step: number): number {
  return Math.abs(value / step - Math.round(value / step)) < 1e-9 ? value : tidy(Math.ceil(value / step) * step)
}

/** Without the noise that binary fractions leave in sums. */
function tidy(value: number): number {
  return Number(value.toFixed(9))
}

/** Values at and one step beyond each bound, and one that is off the steps. */
export function numericCases(parameter: Numeric): Case[] {
  const { kind, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = parameter
  const step = multipleOf ?? 1
  const isStep = (value: number): boolean =>
    multipleOf === undefined || Number.isInteger(Number((value / multipleOf).toFixed(9)))
  const at = (about: string, value: number): Case[] => (isStep(value) ? [fine(about, value)] : [])
  const lower =
    minimum !== undefined
      ? [...at('minimum-at', minimum), wrong('minimum-under', tidy(minimum - step), 'minimum')]
      : exclusiveMinimum !== undefined
        ? [
            wrong('exclusive-minimum-at', exclusiveMinimum, 'minimum'),
            wrong('exclusive-minimum-under', tidy(exclusiveMinimum - step), 'minimum'),
          ]
        : [fine('negative', -step), fine('zero', 0)]
  const upper =
    maximum !== undefined
      ? [...at('maximum-at', maximum), wrong('maximum-over', tidy(maximum + step), 'maximum')]
      : exclusiveMaximum !== undefined
        ? [
            wrong('exclusive-maximum-at', exclusiveMaximum, 'maximum'),
            wrong('exclusive-maximum-over', tidy(exclusiveMaximum + step), 'maximum'),
          ]
        : multipleOf === undefined
          ? [fine('large', 2147483648)]
          : []
  const example = numericExample(parameter)
  const offStep = tidy(example + (multipleOf ?? 0) / (kind === 'integer' ? (multipleOf ?? 1) : 2))
  const isWithin = offStep <= (maximum ?? Infinity) && offStep < (exclusiveMaximum ?? Infinity) && !isStep(offStep)
  return [
    ...lower,
    ...upper,
    ...(multipleOf !== undefined && isWithin ? [wrong('off-step', offStep, 'multiple-of')] : []),
  ]
}

/** A number on the steps between the bounds. Where a side is open, the samples end 100 steps away. */
export function numericSample(parameter: Numeric, random: Random): number {
  const { kind, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = parameter
  const step = parameter.multipleOf ?? (kind === 'integer' ? 1 : 0.25)
  const top = maximum ?? exclusiveMaximum
  const low = minimum ?? exclusiveMinimum ?? (top === undefined ? 0 : top - 100 * step)
  const first = stepAtOrAbove(low, step) + (exclusiveMinimum === undefined ? 0 : step)
  const count =
    top === undefined ? 100 : Math.floor((top - first) / step + 1e-9) + (exclusiveMaximum === undefined ? 1 : 0)
  return count < 1 ? numericExample(parameter) : tidy(first + step * random.below(count))
}

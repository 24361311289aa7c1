import type { JsonSchema } from '../catalogue.js'
import { typeBesideNull } from '../kinds/nullable.js'
import { isObject } from '../load/json-object.js'

/** Whether no value can satisfy what is stated of a parameter, apart from its pattern: no number within the bounds or on the steps, or no list of so many different items. */
export function isImpossible(schema: JsonSchema): boolean {
  return whyImpossible(schema) !== undefined || hasReversedBounds(schema)
}

/** What cannot be met, in words that follow the name; undefined where a lower limit is above its upper one, which is told apart. */
export function whyImpossible(schema: JsonSchema): { keyword: string; words: string } | undefined {
  if (hasReversedBounds(schema)) return undefined
  return noNumber(schema) ?? tooFewDifferent(schema)
}

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const

function hasReversedBounds(schema: JsonSchema): boolean {
  return pairs.some(([low, high]) => {
    const [least, most] = [schema[low], schema[high]]
    return typeof least === 'number' && typeof most === 'number' && least > most
  })
}

function noNumber(schema: JsonSchema): { keyword: string; words: string } | undefined {
  const type = typeBesideNull(schema)
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema
  if (type !== 'integer' && type !== 'number') return undefined
  const low = exclusiveMinimum ?? minimum
  const high = exclusiveMaximum ?? maximum
  if (typeof low !== 'number' || typeof high !== 'number') return undefined
  const keyword = exclusiveMinimum === undefined ? 'minimum' : 'exclusiveMinimum'
  const isOpen = exclusiveMinimum !== undefined || exclusiveMaximum !== undefined
  if (low === high && isOpen) return { keyword, words: `leaves no number between ${low} and ${high}` }
  const step = typeof multipleOf === 'number' ? multipleOf : type === 'integer' ? 1 : undefined
  if (step === undefined || step <= 0) return undefined
  // Decimal steps are not exact in binary.
  const slack = 1e-9 * Math.max(1, Math.abs(low / step))
  const first = Math.ceil(low / step - slack) + (isAt(low, step, exclusiveMinimum) ? 1 : 0)
  const last = Math.floor(high / step + slack) - (isAt(high, step, exclusiveMaximum) ? 1 : 0)
  if (first <= last) return undefined
  return { keyword, words: `leaves no multiple of ${step} between ${low} and ${high}` }
}

/** Whether an open bound is itself on a step, so that it is not among the values. */
function isAt(bound: number, step: number, open: JsonSchema[string] | undefined): boolean {
  return open !== undefined && Math.abs(bound / step - Math.round(bound / step)) < 1e-9
}

function tooFewDifferent({ uniqueItems, minItems, items }: JsonSchema): { keyword: string; words: string } | undefined {
  if (uniqueItems !== true || typeof minItems !== 'number' || !isObject(items)) return undefined
  const values = items.type === 'boolean' ? 2 : Array.isArray(items.enum) ? items.enum.length : Infinity
  return minItems > values
    ? { keyword: 'minItems', words: `wants ${minItems} different items, and there are ${values}` }
    : undefined
}

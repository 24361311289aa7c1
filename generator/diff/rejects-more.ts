import type { JsonSchema, JsonValue, Model, Parameter, Rule } from '../catalogue.js'
import { satisfies } from '../check/satisfies.js'
import { isObject } from '../load/json-object.js'
import { valuesOf } from '../measures/price-values.js'
import { numbersRuleOf, type StatedNumbers } from '../rules/index.js'
import { same } from './pairs.js'

/** More combinations of values than this are not tried. */
const mostCases = 50_000

/** The keywords of conditions that can tell apart only values that are tried: constants, bounds, and what is there. */
const decided = new Set([
  'if',
  'then',
  'else',
  'not',
  'oneOf',
  'anyOf',
  'allOf',
  'required',
  'properties',
  'const',
  'enum',
  'type',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'dependentRequired',
])

/**
 * Whether the later condition of a rule rejects anything that the earlier one accepted, by every sort of value that the two
 * can tell apart. Undefined where that cannot be tried out.
 */
export function rejectsMore(old: Rule, now: Rule, model: Model): boolean | undefined {
  const [earlier, later] = [numbersRuleOf(old.schema), numbersRuleOf(now.schema)]
  if (earlier !== undefined && later !== undefined) return isLooser(earlier, later) ? false : undefined
  const schemas = [old.schema, now.schema]
  if (!schemas.every(isDecided)) return undefined
  const numbers = [...new Set(schemas.flatMap(numbersIn))]
  const texts = schemas.flatMap(textsIn)
  const words = new Set(schemas.flatMap(wordsIn))
  const names = [...model.parameters.map(({ name }) => name), 'model'].filter((name) => words.has(name))
  const options = names.map((name) =>
    optionsOf(
      model.parameters.find((each) => each.name === name),
      numbers,
      texts,
    ),
  )
  const total = options.reduce((product, { length }) => product * length, 1)
  if (total === 0 || total > mostCases) return undefined
  for (let index = 0; index < total; index++) {
    const body: JsonSchema = { model: model.id }
    let rest = index
    for (const [at, name] of names.entries()) {
      const own = options[at] ?? []
      const value = own[rest % own.length]
      if (value !== undefined) body[name] = value
      rest = Math.floor(rest / own.length)
    }
    if (satisfies(old.schema, body) && !satisfies(now.schema, body)) return true
  }
  return false
}

/** Whether a rule over numbers is another one of the same kind, under the same condition, that rejects nothing more. */
function isLooser(old: StatedNumbers, now: StatedNumbers): boolean {
  return old.kind === now.kind && same(old.when, now.when) && now.kind.isLooser(old.rule, now.rule)
}

function optionsOf(
  parameter: Parameter | undefined,
  numbers: readonly number[],
  texts: readonly string[],
): (JsonValue | undefined)[] {
  if (parameter === undefined) return []
  const { name, kind, required } = parameter
  const values = valuesOf(parameter, name, { names: new Set([name]), bounds: new Map() }, numbers)
  const own = kind === 'string' || kind === 'prompt' ? [...values, ...texts] : values
  return [...(required ? [] : [undefined]), ...own]
}

/** Whether a condition uses nothing but these keywords. */
function isDecided(schema: JsonValue): boolean {
  if (!isObject(schema)) return typeof schema === 'boolean'
  return Object.entries(schema).every(([keyword, value]) => {
    if (!decided.has(keyword)) return false
    if (keyword === 'properties') return isObject(value) && Object.values(value).every(isDecided)
    if (['if', 'then', 'else', 'not'].includes(keyword)) return isDecided(value)
    return !['oneOf', 'anyOf', 'allOf'].includes(keyword) || (Array.isArray(value) && value.every(isDecided))
  })
}

function numbersIn(value: JsonValue): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

/** Every string and every key. */
function wordsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(wordsIn)]
}

function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, JsonValue, Parameter } from '../catalogue.js'
import { isObject, items } from '../load/json-object.js'
import { membersOf } from '../measures/members.js'
import { statedDefaults } from './defaults.js'
import { placeName } from '../measures/places.js'
import type { Slots } from '../messages/render.js'
import type { Reader } from '../read/reader.js'

/** What a path of a rule leads to. */
export interface Found {
  parameter: Parameter
  /** As the rule keeps it: the path, with the default that counts where the last name is left out. */
  at: JsonSchema
}

/** The numbers that a rule names. Throws what is wrong with a path that leads to none. */
export function readNumbers(stated: Reader, parameters: readonly Parameter[]): Found[] {
  return stated.texts('of').map((path, index) => numberAt(stated, `of/${index}`, path, parameters))
}

/** The one unit of numbers, with a blank before it; empty where they have none. Throws what is wrong where they have several. */
export function readUnit(stated: Reader, found: readonly Found[]): string {
  return unitOf(stated, 'of', found)
}

/** The bound of a limit, a number or a parameter, under the side that it is of. With a unit, a parameter has that. */
export function readLimit(stated: Reader, parameters: readonly Parameter[], unit?: string): JsonSchema {
  const side = stated.has('maximum') ? 'maximum' : 'minimum'
  return { [side]: readBound(stated, side, parameters, unit), unit: unit ?? '' }
}

function readBound(
  stated: Reader,
  key: 'minimum' | 'maximum',
  parameters: readonly Parameter[],
  unit: string | undefined,
): number | JsonSchema {
  if (typeof stated.raw(key) === 'number') return stated.number(key)
  const found = numberAt(stated, key, stated.text(key), parameters)
  const own = unitOf(stated, key, [found])
  if (unit !== undefined && own !== unit)
    stated.refuse(key, `in the unit of the numbers:${unit === '' ? ' none' : unit}, not${own || ' none'}`)
  return found.at
}

/** Whether a limit of the same numbers is further off than it was. */
export function isLooserLimit(
  { maximum: before, minimum: least, ...earlier }: JsonSchema,
  { maximum, minimum, ...later }: JsonSchema,
): boolean {
  const isFurther =
    typeof maximum === 'number'
      ? typeof before === 'number' && maximum >= before
      : typeof minimum === 'number' && typeof least === 'number' && minimum <= least
  return isFurther && isDeepStrictEqual(earlier, later)
}

/** The path of the objects whose numbers stand side by side; undefined where paths lead into different ones. */
export function holderOf(paths: readonly string[]): string | undefined {
  const holders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('*') + 1)))
  return holders.size === 1 ? [...holders][0] : undefined
}

/** The paths of numbers from the objects in which they stand. */
export function within(holder: string, found: readonly Found[]): JsonSchema[] {
  return found.map(({ at }) => ({ ...at, path: pathOf(at).slice(holder.length) }))
}

/** The name of each number of a rule, as people write it. */
export function namesOf({ in: holder, of }: JsonSchema): string[] {
  return items(of).map(([, at]) => placeName(`${pathOf(holder)}${pathOf(at)}`))
}

/** What a limit demands, as its text is filled. */
export function limitDemand(rule: JsonSchema): Slots {
  const { maximum, minimum, unit = '' } = rule
  const bound = maximum ?? minimum ?? null
  return {
    of: namesOf(rule),
    side: maximum === undefined ? 'lower' : 'upper',
    ...(isObject(bound) ? { bound: placeName(pathOf(bound)) } : { limit: bound, unit }),
  }
}

/** Every path that a rule reads, with where it stands. */
export function pathsIn(rule: JsonSchema): [steps: (string | number)[], path: string][] {
  const stated: [(string | number)[], JsonValue | undefined][] = [
    ...items(rule.of).map(([index, at]): [(string | number)[], JsonValue] => [['of', index], at]),
    [['maximum'], rule.maximum],
    [['minimum'], rule.minimum],
  ]
  return stated.flatMap(([steps, at]) => (pathOf(at) === '' ? [] : [[steps, pathOf(at)]]))
}

/** A path as a model file states it, or as a rule keeps it. */
export function pathOf(at: JsonValue | undefined): string {
  const path = isObject(at) ? at.path : at
  return typeof path === 'string' ? path : ''
}

function numberAt(stated: Reader, key: string, path: string, parameters: readonly Parameter[]): Found {
  const parameter = parameterAt(path, parameters)
  if (parameter === undefined || !isNumber(parameter))
    stated.refuse(key, 'the path of a number, as /duration is, or /shots/*/duration where shots is a list of objects')
  const { default: otherwise } = parameter as { default?: unknown }
  return {
    parameter,
    at: {
      path,
      ...(typeof otherwise === 'number' ? { default: otherwise } : {}),
      ...statedDefaults(parameter, parameters),
    },
  }
}

function isNumber(parameter: Parameter): boolean {
  const { kind } = parameter
  return kind === 'integer' || kind === 'number' || (kind === 'enum' && parameter.type !== 'string')
}

/** The parameter, the member of an object or the item of a list that a path leads to. */
export function parameterAt(path: string, parameters: readonly Parameter[]): Parameter | undefined {
  const [name, ...inside] = path.split('/').slice(1)
  return inside.reduce<Parameter | undefined>(
    (here, key) =>
      here?.kind === 'object' || here?.kind === 'union'
        ? membersOf(here).find((member) => member.name === key)
        : here?.kind === 'list' && key === '*'
          ? here.items
          : undefined,
    parameters.find((parameter) => parameter.name === name),
  )
}

/** The one unit of numbers, with a blank before it; empty where they have none. */
function unitOf(stated: Reader, key: string, found: readonly Found[]): string {
  const units = new Set(found.map(({ parameter }) => (parameter as { unit?: string }).unit ?? ''))
  if (units.size > 1)
    stated.refuse(key, `numbers of one unit, not of ${[...units].map((unit) => unit || 'none').join(' and ')}`)
  const [unit = ''] = units
  return unit === '' ? '' : ` ${unit}`
}

import { valuesAt } from './places.js'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** By parameter: the value it must have, one of several, or how many items, or how much, it must be at least and at most. */
export type Conditions = { readonly [parameter: string]: Condition }
export type Condition = string | number | boolean | readonly (string | number | boolean)[] | Range
interface Range {
  readonly min?: number
  readonly max?: number
}

/** What conditions read of a model. */
export interface ConditionedModel {
  places: readonly { readonly path: string; readonly media?: string | undefined }[]
  /** What a parameter is when it is left out; of members of objects by their names with dots. */
  defaults: { readonly [parameter: string]: Json }
}

/** Whether a request meets all conditions. What it leaves out counts by its default. */
export function holds(model: ConditionedModel, conditions: Conditions, body: unknown): boolean {
  return Object.entries(conditions).every(([parameter, condition]) => {
    if (typeof condition !== 'object') return valueOf(model, parameter, body) === condition
    if (isList(condition)) {
      const value = valueOf(model, parameter, body)
      return condition.some((wanted) => wanted === value)
    }
    const { min = 0, max = Infinity } = condition
    const amount = amountOf(model, parameter, body)
    return amount >= min && amount <= max
  })
}

/** The number that a parameter is, or how many references, items or members it holds. */
function amountOf(model: ConditionedModel, parameter: string, body: unknown): number {
  const path = pathOf(parameter)
  const places = model.places.filter((place) => place.media !== undefined && `${place.path}/`.startsWith(`${path}/`))
  if (places.length > 0) return [...valuesAt(places, body)].length
  const value = valueOf(model, parameter, body)
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

/** What a request says a parameter is; its default where it leaves it out, or says null. */
export function valueOf({ defaults }: Pick<ConditionedModel, 'defaults'>, parameter: string, body: unknown): unknown {
  const path = pathOf(parameter)
  const [found] = valuesAt([{ path }], body)
  // Null stands for what holds without a value.
  if (found !== undefined && found.value !== null) return found.value
  // The default of a member counts where its object is.
  const holder = path.slice(0, path.lastIndexOf('/'))
  const counts = holder === '' || [...valuesAt([{ path: holder }], body)].length > 0
  return counts && Object.hasOwn(defaults, parameter) ? defaults[parameter] : undefined
}

function pathOf(parameter: string): string {
  return `/${parameter.replaceAll('.', '/')}`
}

function isList<Item>(value: unknown): value is readonly Item[] {
  return Array.isArray(value)
}

import { numbersAlong, type NumbersAt, type Placed } from './numbers.js'

/** A bound of a rule over numbers, which the request may state itself. */
export type Bound = number | NumbersAt

/** At most, or at least, so much. */
export interface Limit {
  of: readonly NumbersAt[]
  maximum?: Bound
  minimum?: Bound
  /** With a blank before it; empty where there is none. */
  unit: string
}

/** What is said of an amount beyond the bound of a rule; undefined where it is within, or the request states no bound. */
export function beyondLimit(
  text: string,
  of: readonly string[],
  actual: number,
  { maximum, minimum, unit }: Limit,
  request: Placed,
): Record<string, unknown> | undefined {
  const bound = maximum ?? minimum ?? 0
  const stated = typeof bound === 'number' ? { value: bound, place: '' } : numbersAlong(request, bound)[0]
  if (stated === undefined) return undefined
  const { value: limit, place } = stated
  if (maximum === undefined ? actual >= limit : actual <= limit) return undefined
  const side = maximum === undefined ? 'lower' : 'upper'
  return { text, of: [...of], side, limit, unit, actual, ...(place ? { bound: place } : {}) }
}

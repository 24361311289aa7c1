import type { JsonValue } from '../catalogue.js'
import { wordDistance } from './nearest.js'
import type { Slots } from './render.js'

/** Longer lists are cut to the nearest few and the count. */
const maxListed = 20
const fewListed = 5
/** Words that are longer are not compared, which is quadratic. */
const maxCompared = 64

/** What is known of the values of a choice. */
interface Choice {
  options?: readonly { value: JsonValue; deprecated?: object | undefined }[] | undefined
  nullable?: true
}

/**
 * A list as a message names it: `options`, or what of it is `nearest` to a value and the `total`. Null is among them where it may be
 * sent as well. Values that should no longer be used come last, and are there: they pass, and where they were left out a reader
 * would take them for mistakes.
 */
export function listed(values: readonly JsonValue[], value: unknown, accepted?: Choice): Slots {
  if (values.length === 0) return {}
  const old = new Set<JsonValue>(
    accepted?.options?.filter(({ deprecated }) => deprecated).map((option) => option.value),
  )
  const all = accepted?.nullable && values.length < maxListed ? [...values, null] : [...values]
  all.sort((one, other) => Number(old.has(one)) - Number(old.has(other)))
  return all.length <= maxListed ? { options: all } : { nearest: nearestOf(value, all, fewListed), total: all.length }
}

/** So many of the candidates, those nearest to a value first: numbers by size, words by their letters. */
export function nearestOf<T>(value: unknown, candidates: readonly T[], count: number): T[] {
  const distance = (candidate: T): number =>
    typeof value === 'number' && typeof candidate === 'number'
      ? Math.abs(candidate - value)
      : typeof value === 'string' && typeof candidate === 'string' && value.length <= maxCompared
        ? wordDistance(value, candidate)
        : 0
  return candidates
    .map((candidate) => ({ candidate, distance: distance(candidate) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

import { isObject, read, readAll, write, type Json, type Path } from './json.js'
import type { PathPart } from './request-line.js'

/** Where a list of values is read that the upstream adds to. */
export interface ValueListSource {
  path: PathPart[]
  /** Where the answer has the values; `-` stands for every item of a list. */
  values: Path
  /** The query parameter that asks for the next page, and where the answer has its value. Absent: one answer has the whole list. */
  next?: { parameter: string; at: Path }
}

/** One page of a list: its values, and what the next page is called where there is one. */
export interface ValuePage {
  values: string[]
  next?: string
}

/** Reads a page of a list. Undefined when the answer does not hold one, or an item has no value: then nothing is known of the list. */
export function readValues({ values: at, next }: ValueListSource, body: Json | undefined): ValuePage | undefined {
  const items = read(body, at.slice(0, at.indexOf('-')))
  const values = readAll(body, at).filter((value) => typeof value === 'string')
  if (!isObject(body) && !Array.isArray(body)) return undefined
  if (!Array.isArray(items) || values.length !== items.length) return undefined
  const page = next === undefined ? undefined : read(body, next.at)
  return { values, ...(typeof page === 'string' && page !== '' ? { next: page } : {}) }
}

/** A page as a fake answers it, put into what the same answer holds of other lists. */
export function renderValues(body: Json, { values: at, next }: ValueListSource, page: ValuePage): Json {
  const whole = page.values.reduce((listed: Json, value) => write(listed, at, value), body)
  return next === undefined || page.next === undefined ? whole : write(whole, next.at, page.next)
}

import type { Page, PageQuery } from '../../keep/store/page.js'
import { Problem } from '../../admit/problem.js'

const [standardLimit, largestLimit] = [20, 100]

/** What follows the `?` of an address. */
export type Query = Record<string, string | string[] | undefined>

/** Which page of a list is asked for: `?limit=&after=`. Throws the problem of a limit or an ID that none can have. */
export function pageQuery(given: Query): PageQuery {
  const after = single(given, 'after')
  if (after !== undefined && !/^[\w-]{1,100}$/.test(after))
    throw new Problem('bad-request', 'after must be an ID; use the next of the page before')
  return { limit: pageLimit(single(given, 'limit')), after }
}

/** A list as it is answered. */
export function listResource<Entry>({ entries, next }: Page<Entry>, resource: (entry: Entry) => object): object {
  return { object: 'list', data: entries.map(resource), has_more: next !== undefined, next }
}

/** The value of that name, which may be given once. An empty one is not given. */
export function single(given: Query, name: string): string | undefined {
  const value = given[name]
  if (Array.isArray(value)) throw new Problem('bad-request', `${name} was given more than once; give it once`)
  return value === '' ? undefined : value
}

/** How many entries a page of a list has. Throws the problem of a limit that none can have. */
export function pageLimit(given: string | undefined): number {
  if (given === undefined) return standardLimit
  const limit = /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (limit >= 1 && limit <= largestLimit) return limit
  throw new Problem('bad-request', `limit must be an integer from 1 to ${largestLimit}`)
}

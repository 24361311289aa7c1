import { Problem } from './problem.js'

const [standardLimit, largestLimit] = [20, 100]

/** How many entries a page of a list has. Throws the problem of a limit that none can have. */
export function pageLimit(given: string | string[] | undefined): number {
  if (given === undefined || given === '') return standardLimit
  const limit = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : 0
  if (limit >= 1 && limit <= largestLimit) return limit
  throw new Problem('bad-request', `limit must be an integer from 1 to ${largestLimit}`)
}

import type { CurrentValues } from './provider.js'

/**
 * The values that one of several upstreams takes, by their lists: at each place those of all lists, read when the oldest was.
 * A place that is not known of all of them is left out.
 */
export function valuesOfAny([first = [], ...others]: readonly (readonly CurrentValues[])[]): CurrentValues[] {
  return first.flatMap((list) => {
    const lists = [list, ...others.flatMap((one) => one.find(({ path }) => path === list.path) ?? [])]
    if (lists.length <= others.length) return []
    const values = [...new Set(lists.flatMap((one) => one.values))]
    return [{ ...list, values, readAt: Math.min(...lists.map(({ readAt }) => readAt)) }]
  })
}

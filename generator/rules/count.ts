import type { JsonSchema, Parameter } from '../catalogue.js'
import { brokenCount } from '../emit/validators/checks/broken-count.js'
import type { Limit } from '../emit/validators/checks/rule-limit.js'
import { isObject, items } from '../load/json-object.js'
import { isLooserLimit, limitDemand, parameterAt, pathOf, readLimit } from './paths.js'
import type { NumbersRule } from './rule.js'

/** Of more ways to share the entries among the lists, a schema would be too long to read. */
const mostWays = 64

/** How many entries lists have together, at most or at least: images and videos. A value that is not a list counts as one. */
export const count: NumbersRule = {
  keyword: 'x-count',
  read(stated, parameters) {
    const of = stated.texts('of').map((path, index): JsonSchema => {
      const parameter =
        (path.endsWith('*') ? undefined : parameterAt(path, parameters)) ??
        stated.refuse(`of/${index}`, 'the path of a parameter or a member, as /images is, or /shots/*/references')
      return { path, ...(isList(parameter) ? {} : { one: true }) }
    })
    return { of, ...readLimit(stated, parameters) }
  },
  broken: (body, rule) => brokenCount(body, rule as unknown as Limit),
  check: 'brokenCount',
  isLooser: isLooserLimit,
  demand: (rule) => ({ text: 'rule-count', ...limitDemand(rule) }),
  schema({ of, maximum, minimum }) {
    const limit = maximum ?? minimum
    const names = items(of).map(([, at]) => (isObject(at) && at.one === undefined ? pathOf(at).slice(1) : '/'))
    if (!Number.isInteger(limit) || Number(limit) < 0 || names.some((name) => name.includes('/'))) return undefined
    const ways = sharesOf(Number(limit), names.length)
    if (ways === undefined) return undefined
    const anyOf = ways.map((shares) => (maximum === undefined ? atLeast(names, shares) : atMost(names, shares)))
    return { anyOf }
  },
}

function isList(parameter: Parameter): boolean {
  return parameter.kind === 'list' || parameter.kind === 'array' || (parameter.kind === 'media' && !parameter.single)
}

/** Every way to share so many entries among so many lists; undefined where there are too many. */
function sharesOf(entries: number, lists: number): number[][] | undefined {
  if (lists === 1) return [[entries]]
  const ways: number[][] = []
  for (let first = 0; first <= entries; first++) {
    const rest = sharesOf(entries - first, lists - 1)
    if (rest === undefined) return undefined
    ways.push(...rest.map((others) => [first, ...others]))
    if (ways.length > mostWays) return undefined
  }
  return ways
}

function atMost(names: readonly string[], shares: readonly number[]): JsonSchema {
  return { properties: Object.fromEntries(names.map((name, index) => [name, { maxItems: shares[index] ?? 0 }])) }
}

function atLeast(names: readonly string[], shares: readonly number[]): JsonSchema {
  const needed = names.flatMap((name, index): [string, number][] => {
    const share = shares[index] ?? 0
    return share > 0 ? [[name, share]] : []
  })
  return {
    required: needed.map(([name]) => name),
    properties: Object.fromEntries(needed.map(([name, minItems]) => [name, { type: 'array', minItems }])),
  }
}

import type { UpstreamUsage } from '../task/record.js'

/** What an upstream charges, as its operator states it, in micro-credits. */
export interface UpstreamRates {
  /** For a task, by our Model IDs. */
  costs?: ReadonlyMap<string, number> | undefined
  /** For one of what the upstream counts, by its unit. */
  unitCosts?: ReadonlyMap<string, number> | undefined
}

/** What tasks of one model came to at their upstream. */
export interface UpstreamTasks {
  model: string
  completed: number
  /** How many of the completed tasks the upstream has counted something for. */
  counted: number
  /** What it has counted, each unit once; also for tasks that failed. */
  upstreamUsage: readonly UpstreamUsage[]
}

/**
 * What tasks have cost at their upstream, in micro-credits: by what the upstream has counted where a unit of it has a rate, and by the
 * task otherwise. Undefined where completed tasks have neither: a part is never told as the whole.
 */
export function upstreamCost(
  { model, completed, counted, upstreamUsage }: UpstreamTasks,
  { costs, unitCosts }: UpstreamRates,
): number | undefined {
  const rated = upstreamUsage.flatMap(({ unit, amount }) => {
    const rate = unitCosts?.get(unit)
    return rate === undefined ? [] : [amount * rate]
  })
  const others = completed - (rated.length === 0 ? 0 : counted)
  const each = others === 0 ? 0 : costs?.get(model)
  return each === undefined ? undefined : Math.round(rated.reduce((sum, cost) => sum + cost, others * each))
}

/** Usage with each unit once, in the order of units. */
export function addedUnits(usage: readonly UpstreamUsage[]): UpstreamUsage[] {
  const sums = new Map<string, number>()
  for (const { unit, amount } of usage) sums.set(unit, (sums.get(unit) ?? 0) + amount)
  return [...sums].map(([unit, amount]) => ({ unit, amount })).sort((one, other) => (one.unit < other.unit ? -1 : 1))
}

import { formatCount } from '@model-tasks/validation/count'
import { formatPeriod, isKeyId, periodEnd, type BudgetState } from '../domain/money/budget.js'
import { creditsOf } from '../domain/money/credits.js'
import { Problem } from './problem.js'

/** The problem of a submit that would exceed a hard budget, which needs so many micro-credits; `why`, behind a comma, where that is more than its model costs. */
export function overBudget(budget: BudgetState, needed: number, why: string): Problem {
  const { subject, period, credits, used, start } = budget
  const whose = isKeyId(subject) ? `the key ${subject}` : 'this account'
  const next = new Date(periodEnd(period, start)).toISOString()
  return new Problem(
    'budget-exceeded',
    `the task needs ${formatCount(creditsOf(needed), 'credit')}${why}, and ${whose} may spend ${formatCount(creditsOf(credits), 'credit')} in the ${period} ${formatPeriod(period, start)} (UTC), with ${creditsOf(used)} used so far; send a cheaper request, ask the operator to raise the budget, or submit again from ${next} on`,
  )
}

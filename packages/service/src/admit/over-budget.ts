import { formatCount } from '@model-tasks/validation/count'
import { formatPeriod, isKeyId, periodEnd, type BudgetState } from '../domain/money/budget.js'
import { creditsOf } from '../domain/money/credits.js'
import type { BudgetStore } from '../keep/store/budget-store.js'
import type { Clock } from '../base/clock.js'
import type { Caller } from './callers.js'
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

/** Rejects a request whose task a hard budget of its account or its key does not suffice for now. Nothing is counted: the submit decides. `amount`: micro-credits. */
export async function checkBudgets(
  { account, key }: Pick<Caller, 'account' | 'key'>,
  amount: number,
  { budgets, clock }: { budgets: Pick<BudgetStore, 'budgets'>; clock: Pick<Clock, 'now'> },
): Promise<void> {
  if (amount === 0) return
  const exceeded = (await budgets.budgets(clock.now(), account.id)).find(
    ({ subject, hard, used, credits }) => hard && [account.id, key.id].includes(subject) && used + amount > credits,
  )
  if (exceeded !== undefined) throw overBudget(exceeded, amount, '')
}

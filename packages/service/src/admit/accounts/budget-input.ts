import { budgetPeriods, type Budget, type BudgetPeriod } from '../../domain/money/budget.js'
import { InputError } from '../../base/input-error.js'
import { balanceOf, positiveOf } from './operator-input.js'

/** At how many percent of a budget it is told, unless the operator says otherwise. */
const usualWarning = 80

/** A budget as an operator gives it, at the terminal, over HTTP and in the console. */
export interface BudgetWords {
  subject: string
  period: string
  credits: string
  mode?: string | undefined
  warn?: string | undefined
}

/** Reads a budget. Throws `InputError` with what is allowed. */
export function budgetOf({ subject, period, credits, mode = 'hard', warn }: BudgetWords): Budget {
  if (mode !== 'hard' && mode !== 'warn')
    throw new InputError(
      `"${mode}" must be hard, which rejects a submit that would exceed the budget, or warn, which only tells`,
    )
  return { subject, period: periodOf(period), credits: balanceOf(credits), hard: mode === 'hard', warn: warnOf(warn) }
}

/** Reads the period of a budget. Throws `InputError` with what is allowed. */
export function periodOf(word: string): BudgetPeriod {
  const found = budgetPeriods.find((period) => period === word)
  if (found === undefined) throw new InputError(`"${word}" is not a period; use ${budgetPeriods.join(' or ')} (UTC)`)
  return found
}

/** Reads below what balance an account is alerted; undefined for `off`. Throws `InputError` with what is allowed. */
export function lowBalanceOf(word: string): number | undefined {
  return word === 'off' ? undefined : positiveOf(word)
}

function warnOf(word: string | undefined): number | undefined {
  if (word === undefined) return usualWarning
  if (word === 'off') return undefined
  if (/^[1-9]\d?$/.test(word)) return Number(word)
  throw new InputError(
    `"${word}" must be an integer from 1 to 99, the percentage of the budget at which it is told before it is reached, or off`,
  )
}

export const unknownSubject = (subject: string): string =>
  `there is no account and no key with the ID ${subject}; "account list" and "key list" show them`

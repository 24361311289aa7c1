import type { Budget, BudgetPeriod, BudgetState } from '../../domain/money/budget.js'
import { integer, number, present, text, word, yes, type Row } from './columns.js'
import { alertTypes, type AlertType } from '../../domain/webhooks.js'
import { budgetPeriods } from '../../domain/money/budget.js'

/** Something that an operator wanted to be told. Written in the step in which it happened, once per threshold and period. */
export interface Alert {
  id: string
  type: AlertType
  account: string
  /** The account or the key whose budget it is about; the account for a low balance. */
  subject: string
  period: BudgetPeriod
  /** When the period began, in milliseconds since the Unix epoch. */
  start: number
  /** How much of the budget is used at least, in percent; undefined for a low balance. */
  percent: number | undefined
  /** The budget, or the threshold of the balance, in micro-credits. */
  credits: number
  /** What was used of the budget then, or left of the balance, in micro-credits. */
  counted: number
  hard: boolean
  at: number
}

/** Budgets that are listed at most. */
export const maxBudgets = 1000

/**
 * Keeps budgets, what is used of them, and the alerts about them. What is used is what the tasks of the period hold or
 * were charged, at any moment: the database counts it in the transaction that accepts or ends a task. A budget counts from
 * the beginning of its period, also when it is set later, as far as the tasks are still kept.
 */
export interface BudgetStore {
  /** Sets a budget, in place of the one for the same period. False where there is no such account or key. */
  setBudget(budget: Budget, now: number): Promise<boolean>
  /** False where there was none. */
  removeBudget(subject: string, period: BudgetPeriod): Promise<boolean>
  /** Budgets with what is used of them now, in the order of their subjects: of an account and its keys, or of all. */
  budgets(now: number, account?: string): Promise<BudgetState[]>
  /** Below how many micro-credits an alert is written; undefined: never. False where there is no such account. */
  setLowBalance(account: string, credits: number | undefined): Promise<boolean>
  /** Writes the deliveries of alerts that have not been told and that are of `since` or later. Answers the alerts. */
  announce(receivers: readonly AlertReceiver[], since: number, now: number): Promise<Alert[]>
  findAlert(id: string): Promise<Alert | undefined>
  /** Forgets up to `limit` alerts and counts of periods that began before the time given. Answers how many. */
  forget(before: number, limit: number): Promise<number>
}

/** Who is told of which alerts; `account` is null for every account. */
export interface AlertReceiver {
  receiver: string
  type: AlertType
  account: string | null
}

export function budgetFromRow(row: Row): BudgetState {
  return {
    subject: text(row, 'subject'),
    account: text(row, 'account'),
    period: word(row, 'period', budgetPeriods),
    credits: integer(row, 'credits'),
    hard: yes(row, 'hard'),
    warn: present(row, 'warn') ? number(row, 'warn') : undefined,
    start: number(row, 'start'),
    used: integer(row, 'used'),
  }
}

export function alertFromRow(row: Row): Alert {
  return {
    id: text(row, 'id'),
    type: word(row, 'type', alertTypes),
    account: text(row, 'account'),
    subject: text(row, 'subject'),
    period: word(row, 'period', budgetPeriods),
    start: number(row, 'start'),
    percent: present(row, 'percent') ? number(row, 'percent') : undefined,
    credits: integer(row, 'credits'),
    counted: integer(row, 'counted'),
    hard: yes(row, 'hard'),
    at: number(row, 'at'),
  }
}

/** The ID of an alert, of which there is one per threshold and period. Its parts are SQL. */
export const alertId = (subject: string, period: string, start: string, threshold: string, credits: string): string =>
  `'alert_' || ${subject} || '_' || ${period} || '_' || ${start} || '_' || ${threshold} || '_' || ${credits}`

/** What tasks that were submitted with an account, or with a key of it, since a time hold or were charged. Each is a range of an index. */
export const usedSince = (account: string, key: string, first: string, since: string): string =>
  ['queued', 'processing', 'completed', 'failed']
    .map(
      (status) =>
        `SELECT amount FROM task WHERE account = ${account} AND status = '${status}' AND id >= ${first} AND created >= ${since} AND (${key} IS NULL OR api_key = ${key})`,
    )
    .join(' UNION ALL ')

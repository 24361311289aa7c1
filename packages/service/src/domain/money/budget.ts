/** For how long a budget lasts: a day or a month, in UTC. */
export const budgetPeriods = ['day', 'month'] as const
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** What an account or a key may spend in each period. */
export interface Budget {
  /** The ID of an account or of a key. */
  subject: string
  period: BudgetPeriod
  /** Micro-credits. */
  credits: number
  /** Whether a submit that would exceed it is rejected; else it is only told. */
  hard: boolean
  /** At how many percent it is told before it is reached; undefined: only when it is reached. */
  warn: number | undefined
}

/** A budget and what is used of it in the period of a moment. */
export interface BudgetState extends Budget {
  /** Whose it is, or whose key. */
  account: string
  /** When the period began, in milliseconds since the Unix epoch. */
  start: number
  /** What tasks that were submitted in the period hold or were charged, in micro-credits. */
  used: number
}

const dayLength = 86_400_000

/** When the period of a moment began, in milliseconds since the Unix epoch: at midnight, or on the first of the month, in UTC. */
export function periodStart(period: BudgetPeriod, at: number): number {
  if (period === 'day') return Math.floor(at / dayLength) * dayLength
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** When the period that began at `start` is over. */
export function periodEnd(period: BudgetPeriod, start: number): number {
  if (period === 'day') return start + dayLength
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** A period in words, such as `2026-11-25` or `2026-11`. */
export function formatPeriod(period: BudgetPeriod, start: number): string {
  return new Date(start).toISOString().slice(0, period === 'day' ? 10 : 7)
}

/** Whether an ID is that of a key; else it is that of an account. */
export function isKeyId(subject: string): boolean {
  return subject.startsWith('key_')
}

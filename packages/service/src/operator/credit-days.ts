import type { OperatorParts } from './parts.js'

const day = 24 * 60 * 60 * 1000

/** What the tasks that ended on a day have cost, in micro-credits. */
export interface CreditDay {
  /** As `2026-01-31`, in UTC. */
  date: string
  credits: number
}

/** The last `count` days, oldest first, today included. */
export async function creditDays(
  { accounts, clock }: Pick<OperatorParts, 'accounts' | 'clock'>,
  count: number,
): Promise<CreditDay[]> {
  const today = Math.floor(clock.now() / day)
  const sums = await accounts.spentByDay((today - count + 1) * day)
  return Array.from({ length: count }, (_, index) => {
    const at = today - count + 1 + index
    return { date: new Date(at * day).toISOString().slice(0, 10), credits: sums.get(at) ?? 0 }
  })
}

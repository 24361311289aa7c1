import type { Account } from '../store/account-store.js'
import type { OperatorParts } from './parts.js'

const day = 24 * 60 * 60 * 1000
/** Of an account whose credits are not counted, so many of its latest tasks are added up by their price. */
const countedTasks = 1000

/** What the tasks that ended on a day have cost, in micro-credits. */
export interface CreditDay {
  /** As `2026-01-31`, in UTC. */
  date: string
  credits: number
}

/** The last `count` days, oldest first, today included. */
export async function creditDays(
  parts: Pick<OperatorParts, 'accounts' | 'tasks' | 'clock'>,
  accounts: readonly Account[],
  count: number,
): Promise<CreditDay[]> {
  const today = Math.floor(parts.clock.now() / day)
  const sums = new Map<number, number>()
  for (const account of accounts)
    for (const [at, credits] of await spentOf(parts, account, (today - count + 1) * day))
      sums.set(at, (sums.get(at) ?? 0) + credits)
  return Array.from({ length: count }, (_, index) => {
    const at = today - count + 1 + index
    return { date: new Date(at * day).toISOString().slice(0, 10), credits: sums.get(at) ?? 0 }
  })
}

async function spentOf(
  { accounts, tasks }: Pick<OperatorParts, 'accounts' | 'tasks'>,
  { id, unlimited }: Account,
  since: number,
): Promise<ReadonlyMap<number, number>> {
  if (!unlimited) return accounts.spentByDay(id, since)
  const sums = new Map<number, number>()
  for (const task of (await tasks.list(id, { limit: countedTasks, status: 'completed' })).tasks) {
    const at = Math.floor((task.ended ?? task.created) / day)
    sums.set(at, (sums.get(at) ?? 0) + task.amount)
  }
  return sums
}

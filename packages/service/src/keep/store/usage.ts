import { addedUnits } from '../../domain/money/upstream-cost.js'
import type { UpstreamUsage } from '../../domain/task/record.js'
import { integer, number, present, text, type Row } from './columns.js'
import { usageFrom } from './task-row.js'

export const dayLength = 86_400_000

/** What tasks that ended on a day came to, for one account, key, model and upstream. */
export interface Usage {
  /** Days since the Unix epoch, in UTC. */
  day: number
  account: string
  /** The ID of the key; undefined for tasks that were submitted before it was kept. */
  key: string | undefined
  model: string
  queue: string
  completed: number
  failed: number
  /** What they cost, in micro-credits: also those that failed and were charged. */
  credits: number
  /** How many of the completed tasks the upstream has counted something for. */
  counted: number
  /** What it has counted, each unit once; also for tasks that failed. */
  upstreamUsage: readonly UpstreamUsage[]
}

export function usageFromRow(row: Row): Usage {
  return {
    day: number(row, 'day'),
    account: text(row, 'account'),
    key: present(row, 'api_key') ? text(row, 'api_key') : undefined,
    model: text(row, 'model'),
    queue: text(row, 'queue'),
    completed: number(row, 'completed'),
    failed: number(row, 'failed'),
    credits: integer(row, 'credits'),
    counted: number(row, 'counted'),
    upstreamUsage: addedUnits(usageFrom(row)),
  }
}

/** Rows of the same day, account, key, model and upstream as one, in the order of these. */
export function addedUsage(rows: readonly Usage[]): Usage[] {
  const sums = new Map<string, Usage>()
  for (const row of rows) {
    const { day, account, key, model, queue } = row
    const group = JSON.stringify([day, account, key ?? '', model, queue])
    const sum = sums.get(group)
    sums.set(
      group,
      sum === undefined
        ? row
        : {
            ...row,
            completed: row.completed + sum.completed,
            failed: row.failed + sum.failed,
            credits: row.credits + sum.credits,
            counted: row.counted + sum.counted,
            upstreamUsage: addedUnits([...row.upstreamUsage, ...sum.upstreamUsage]),
          },
    )
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

/** What is counted about the tasks of a queue and an account that have not ended. */
export const countNames = ['waiting', 'sent', 'running', 'dead', 'faults'] as const

export type CountName = (typeof countNames)[number]

/** The SQL of both stores for what the task in `row` adds to each count. `sent`: of unknown outcome, and not held. */
export function countsOf(row: string): string[] {
  const named = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`
  return [
    named(`${row}.stage = 'waiting'`),
    named(`${row}.stage = 'sent'`),
    named(`${row}.stage IN ('running', 'accepted')`),
    named(`${row}.stage = 'dead'`),
    `CASE WHEN ${row}.stage = 'ended' THEN 0 ELSE ${row}.faults END`,
  ]
}

const openStages = [
  `stage = 'waiting'`,
  `stage IN ('sent', 'accepted') AND stage = 'sent'`,
  `stage IN ('running', 'accepted')`,
  `stage = 'dead'`,
]

/** The SQL of both stores with a row for each task that has not ended, and what it adds to each count: each stage from its index. */
export const openTasks = openStages
  .map((stage) => {
    const columns = countsOf('task').map((count, index) => `${count} AS ${countNames[index] ?? ''}`)
    return `SELECT queue, account, ${columns.join(', ')} FROM task WHERE ${stage}`
  })
  .join(' UNION ALL ')

/** A kept count that the tasks do not bear out, and what was added to it. Without an account: of the whole queue. */
export type CountDifference = { queue: string; account: string | undefined } & Record<CountName, number>

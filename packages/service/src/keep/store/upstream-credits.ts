import { integer, text, type Row } from './columns.js'

/** Micro-credits of the tasks of one upstream, from the ledger: of accounts whose credits are counted. */
export interface UpstreamCredits {
  /** Held by tasks that have not ended. */
  held: number
  /** Charged for tasks that have ended, since the first; of those that were forgotten too, until a backup is restored. */
  settled: number
  /** The same for what was given back: of tasks that cost nothing, and what others held beyond their cost. */
  released: number
}

/** The columns of the kept counts, next to the queue. */
export const creditColumns = ['held', 'settled', 'released'] as const satisfies readonly (keyof UpstreamCredits)[]

/** The SQL of both stores for what an entry `row` of a hold, a settlement or a release adds to each count, in the order of the columns. */
export function creditsOfEntry(row: string): string[] {
  return [
    `${row}.held`,
    `CASE WHEN ${row}.kind = 'settle' THEN -${row}.held - ${row}.available ELSE 0 END`,
    `CASE WHEN ${row}.kind = 'hold' THEN 0 ELSE ${row}.available END`,
  ]
}

/** The SQL of both stores that reads the kept counts. In PostgreSQL an upstream has several rows, which add up. */
export const creditsByQueue = `SELECT queue, CAST(sum(held) AS bigint) AS held, CAST(sum(settled) AS bigint) AS settled,
  CAST(sum(released) AS bigint) AS released FROM upstream_credits GROUP BY queue ORDER BY queue`

/** The SQL of both stores for the counts as the ledger has them: of tasks that are there. */
export const creditsFromLedger = `SELECT task.queue, ${creditsOfEntry('ledger')
  .map((count) => `CAST(sum(${count}) AS bigint)`)
  .join(', ')} FROM ledger JOIN task ON task.id = ledger.subject WHERE ledger.kind <> 'grant' GROUP BY task.queue`

/** Rows of `creditsByQueue` by queue. */
export function creditsFromRows(rows: readonly Row[]): ReadonlyMap<string, UpstreamCredits> {
  return new Map(
    rows.map((row) => [
      text(row, 'queue'),
      { held: integer(row, 'held'), settled: integer(row, 'settled'), released: integer(row, 'released') },
    ]),
  )
}

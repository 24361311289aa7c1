import { integer, number, type Row } from './columns.js'

/** Rows of `day` and `spent` as a map. */
export function spentFromRows(rows: readonly Row[]): ReadonlyMap<number, number> {
  return new Map(rows.map((row) => [number(row, 'day'), integer(row, 'spent')]))
}

/** The day of a time in milliseconds, counted from the Unix epoch, UTC. */
export const dayOf = (time: string): string => `${time} / 86400000`

const ended = (status: 'completed' | 'failed', since: string): string =>
  `SELECT ${dayOf('ended')} AS day, amount AS credits FROM task
    WHERE status IN ('completed', 'failed') AND status = '${status}' AND ended >= ${since}`

/**
 * The statement: what tasks of all accounts that have ended have cost, or would have where credits are not counted, since a time,
 * and what forgotten tasks have cost since a day. One that failed has cost something where nothing proved that it was not bought. Each is a range of an index that holds all that is read.
 */
export const spentByDay = (since: string, day: string): string => `
  SELECT day, sum(credits) AS spent FROM (
    ${ended('completed', since)}
    UNION ALL ${ended('failed', since)} AND amount > 0
    UNION ALL SELECT day, credits FROM spent WHERE day >= ${day}
  ) AS cost GROUP BY day`

/** The statement that adds up what the ledger says, forgotten tasks included: where credits are not counted these took none. */
export const ledgerSums = (account: string): string => `
  SELECT
    (SELECT coalesce(sum(available), 0) FROM ledger WHERE account = ${account})
      - (SELECT coalesce(sum(credits), 0) FROM spent JOIN account ON account.id = spent.account AND NOT unlimited
        WHERE spent.account = ${account}) AS available,
    (SELECT coalesce(sum(held), 0) FROM ledger WHERE account = ${account}) AS held`

/** The values of `spentByDay`: a time, and its day. */
export function spentSince(time: number): [since: number, day: number] {
  return [time, Math.floor(time / 86_400_000)]
}

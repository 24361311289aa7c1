import { firstTaskId } from '../task/id.js'
import { integer, number, type Row } from './columns.js'

/** Rows of `day` and `spent` as a map. */
export function spentFromRows(rows: readonly Row[]): ReadonlyMap<number, number> {
  return new Map(rows.map((row) => [number(row, 'day'), integer(row, 'spent')]))
}

/** The day of a time in milliseconds, counted from the Unix epoch, UTC. */
export const dayOf = (time: string): string => `${time} / 86400000`

/**
 * The statement: the entries of tasks that were made since the time of an ID, a range of the ledger's primary key, and
 * what forgotten tasks have cost since a day. Where credits are not counted there is no entry: what its tasks would have
 * cost, a range of the index of what was completed.
 */
export const spentByDay = (account: string, since: string, day: string): string => `
  SELECT day, sum(credits) AS spent FROM (
    SELECT ${dayOf('created')} AS day, -held AS credits FROM ledger
    WHERE account = ${account} AND subject >= ${since} AND step = 1 AND kind = 'settle'
    UNION ALL SELECT day, credits FROM spent WHERE account = ${account} AND day >= ${day}
    UNION ALL SELECT ${dayOf('coalesce(ended, created)')} AS day, amount FROM task
    WHERE account = ${account} AND id >= ${since} AND status = 'completed'
      AND EXISTS (SELECT 1 FROM account WHERE account.id = ${account} AND account.unlimited)
  ) AS cost GROUP BY day`

/** The statement that adds up what the ledger says, forgotten tasks included. */
export const ledgerSums = (account: string): string => `
  SELECT
    (SELECT coalesce(sum(available), 0) FROM ledger WHERE account = ${account})
      - (SELECT coalesce(sum(credits), 0) FROM spent WHERE account = ${account}) AS available,
    (SELECT coalesce(sum(held), 0) FROM ledger WHERE account = ${account}) AS held`

/** The ID before which no task of that time and later sorts, and its day. */
export function spentSince(time: number): [subject: string, day: number] {
  return [firstTaskId(time), Math.floor(time / 86_400_000)]
}

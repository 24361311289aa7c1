import { firstTaskId } from '../task/id.js'
import { integer, number, type Row } from './columns.js'

/** Rows of `day` and `spent` as a map. */
export function spentFromRows(rows: readonly Row[]): ReadonlyMap<number, number> {
  return new Map(rows.map((row) => [number(row, 'day'), integer(row, 'spent')]))
}

/** The day of a time in milliseconds, counted from the Unix epoch, UTC. */
export const dayOf = (time: string): string => `${time} / 86400000`

/** Rows of `day` and `credits` of each account, from a table and under a condition that names the account. */
export type OfEachAccount = (day: string, credits: string, table: string, condition: string) => string

/**
 * The statement: for each account the entries of tasks that were made since the time of an ID, and what forgotten tasks
 * have cost since a day. Where credits are not counted there is no entry: what its tasks would have cost. Each is a range
 * of one index, the ledger's primary key or that of what was completed, which holds all that is read; `ofEach` makes the
 * database read them account by account.
 */
export const spentByDay = (ofEach: OfEachAccount, since: string, day: string): string => `
  SELECT day, sum(credits) AS spent FROM (
    ${ofEach(
      dayOf('ledger.created'),
      '-ledger.held',
      'ledger',
      `NOT account.unlimited AND ledger.account = account.id AND subject >= ${since} AND step = 1 AND kind = 'settle'`,
    )}
    UNION ALL SELECT day, credits FROM spent WHERE day >= ${day}
    UNION ALL ${ofEach(
      dayOf('coalesce(task.ended, task.created)'),
      'task.amount',
      'task',
      `account.unlimited AND task.account = account.id AND task.id >= ${since} AND status = 'completed'`,
    )}
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

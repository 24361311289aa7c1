import { firstTaskId } from '../task/id.js'
import { integer, number, type Row } from './columns.js'

/** Rows of `day` and `spent` as a map. */
export function spentFromRows(rows: readonly Row[]): ReadonlyMap<number, number> {
  return new Map(rows.map((row) => [number(row, 'day'), integer(row, 'spent')]))
}

/** The statement, which reads the entries of tasks that were made since the time of an ID: a range of the ledger's primary key. */
export const spentByDay = (
  account: string,
  since: string,
): string => `SELECT created / 86400000 AS day, sum(-held) AS spent FROM ledger
  WHERE account = ${account} AND subject >= ${since} AND step = 1 AND kind = 'settle' GROUP BY 1`

/** The ID before which no task of that time and later sorts. */
export const subjectSince = firstTaskId

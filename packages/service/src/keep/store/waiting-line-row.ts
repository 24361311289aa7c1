import { number, present, text, type Row } from './columns.js'
import type { WaitingLine } from './waiting-lines.js'

/** A line from rows of accounts, of the account's own tasks and of what ended. Both stores name the columns so. */
export function lineFromRows(
  account: string,
  now: number,
  { accounts, own, ends }: { accounts: readonly Row[]; own: readonly Row[]; ends: readonly Row[] },
): WaitingLine {
  const standing = accounts.map((row) => ({
    account: text(row, 'account'),
    running: number(row, 'standing'),
    weight: number(row, 'weight'),
    waiting: Math.max(0, number(row, 'waiting')),
    first: present(row, 'id') ? { id: text(row, 'id'), due: number(row, 'not_before') } : undefined,
  }))
  const mine = standing.find((one) => one.account === account)
  return {
    now,
    running: mine?.running ?? 0,
    weight: mine?.weight ?? 1,
    own: own.map((row) => ({ id: text(row, 'id'), due: number(row, 'not_before'), created: number(row, 'created') })),
    others: standing.flatMap(({ account: name, first, ...one }) =>
      name === account || first === undefined ? [] : [{ ...one, first }],
    ),
    ends: ends.map((row) => number(row, 'ended')),
  }
}

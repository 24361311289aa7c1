import { number, present, text, type Row } from './columns.js'
import type { OwnLine, WaitingLine } from './waiting-lines.js'

/** A line from rows of accounts and of what ended. Both stores name the columns so. */
export function lineFromRows(accounts: readonly Row[], ends: readonly Row[]): WaitingLine {
  return {
    accounts: accounts.flatMap((row) =>
      present(row, 'id')
        ? {
            account: text(row, 'account'),
            running: number(row, 'standing'),
            weight: number(row, 'weight'),
            waiting: Math.max(0, number(row, 'waiting')),
            first: { id: text(row, 'id'), due: number(row, 'not_before') },
          }
        : [],
    ),
    ends: ends.map((row) => number(row, 'ended')),
  }
}

/** What an account has from the row of what it has and those of its tasks; an account that is not there has nothing. */
export function ownFromRows(now: number, standing: Row | undefined, own: readonly Row[]): OwnLine {
  return {
    now,
    running: standing === undefined ? 0 : number(standing, 'standing'),
    weight: standing === undefined ? 1 : number(standing, 'weight'),
    own: own.map((row) => ({ id: text(row, 'id'), due: number(row, 'not_before'), created: number(row, 'created') })),
  }
}

import { tableLines } from '../../base/table.js'
import { faultTexts } from './faults.js'
import type { CancelOutcome } from './prove-cancels.js'
import type { FaultOutcome, Unmet } from './prove-faults.js'

const columns = ['', 'kind', 'the upstream', 'asked', 'made', 'task', 'charged'] as const

/** What is printed of the faults: a table, then what is not as it should be, then the sum. */
export function faultLines(
  protocol: string,
  { outcomes, unmet }: { outcomes: readonly FaultOutcome[]; unmet: readonly Unmet[] },
): string[] {
  const failed = outcomes.filter(({ holds }) => !holds)
  const twice = outcomes.filter(({ asked, made }) => asked > 1 || made > 1).length
  return [
    ...tableLines([columns, ...outcomes.map(cellsOf)]),
    ...unmet.map(({ kind, fault }) => `cannot happen here  ${kind}  ${faultTexts[fault]}`),
    ...failed.map(
      ({ kind, fault, status, error }) =>
        `WRONG  ${kind}  ${faultTexts[fault]}: the task is ${status}${error === null ? '' : `, "${error}"`}`,
    ),
    `${protocol}: ${outcomes.length - failed.length} of ${outcomes.length} as they should be; ${twice === 0 ? 'none' : twice} bought twice`,
  ]
}

function cellsOf({ kind, fault, asked, made, status, charged, holds }: FaultOutcome): string[] {
  const counts = [`${asked} ×`, `${made} ×`]
  return [holds ? 'ok' : 'WRONG', kind, faultTexts[fault], ...counts, status, charged ? 'yes' : 'no']
}

/** What is printed of the cancels: a table, then what is not as it should be. */
export function cancelLines(outcomes: readonly CancelOutcome[]): string[] {
  if (outcomes.length === 0) return []
  const names = ['', 'kind', 'cancelled while', 'the upstream', 'task', 'charged'] as const
  const cells = outcomes.map(({ kind, state, cancelled, status, charged, holds }) => [
    ...[holds ? 'ok' : 'WRONG', kind, state, cancelled ? 'cancels it' : 'goes on', status],
    charged ? 'yes' : 'no',
  ])
  const wrong = outcomes.filter(({ holds }) => !holds)
  return [
    ...tableLines([names, ...cells]),
    ...wrong.map(
      ({ kind, state, cancelled, status, charged }) =>
        `WRONG  ${kind}  cancelled while ${state}: the upstream ${cancelled ? 'cancels it' : 'goes on'}, and the task is ${status} and ${charged ? '' : 'not '}charged`,
    ),
  ]
}

import { number, present, text, type Row } from './columns.js'
import type { OperatorAction, UpstreamHold } from './operator-store.js'

/** A row of the record of what operators did. */
export function actionFromRow(row: Row): OperatorAction {
  return {
    at: number(row, 'at'),
    who: text(row, 'who'),
    action: text(row, 'action'),
    subject: text(row, 'subject'),
    detail: present(row, 'detail') ? text(row, 'detail') : undefined,
  }
}

/** A row of the upstreams that an operator holds back. */
export function holdFromRow(row: Row): UpstreamHold {
  return { queue: text(row, 'queue'), since: number(row, 'since'), who: text(row, 'who'), reason: text(row, 'reason') }
}

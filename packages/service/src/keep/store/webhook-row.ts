import { number, present, text, word, type Row } from './columns.js'
import type { ClaimedDelivery, ShownDelivery } from './webhook-deliveries.js'
import { eventTypes } from '../../domain/webhooks.js'

/** A claimed row of the table `webhook_delivery` as a delivery. */
export function deliveryFromRow(row: Row): ClaimedDelivery {
  return {
    task: text(row, 'task'),
    account: text(row, 'account'),
    receiver: text(row, 'receiver'),
    type: word(row, 'type', eventTypes),
    ended: number(row, 'ended'),
    attempts: number(row, 'attempts'),
    heldUntil: number(row, 'due'),
  }
}

/** Rows of `receiver` and `pending` as a map. */
export function pendingFromRows(rows: readonly Row[]): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [text(row, 'receiver'), number(row, 'pending')]))
}

/** A row as an operator sees it. */
export function shownFromRow(row: Row): ShownDelivery {
  const { heldUntil, ...delivery } = deliveryFromRow(row)
  return {
    ...delivery,
    due: present(row, 'given_up') ? undefined : heldUntil,
    answer: present(row, 'answer') ? text(row, 'answer') : undefined,
  }
}

/** When a delivery is due that was given up: never. */
export const neverDue = Number.MAX_SAFE_INTEGER

import { number, text, word, type Row } from './columns.js'
import { webhookTypes, type ClaimedDelivery } from './webhook-deliveries.js'

/** A claimed row of the table `webhook_delivery` as a delivery. */
export function deliveryFromRow(row: Row): ClaimedDelivery {
  return {
    task: text(row, 'task'),
    account: text(row, 'account'),
    receiver: text(row, 'receiver'),
    type: word(row, 'type', webhookTypes),
    ended: number(row, 'ended'),
    attempts: number(row, 'attempts'),
    heldUntil: number(row, 'due'),
  }
}

/** Rows of `receiver` and `pending` as a map. */
export function pendingFromRows(rows: readonly Row[]): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [text(row, 'receiver'), number(row, 'pending')]))
}

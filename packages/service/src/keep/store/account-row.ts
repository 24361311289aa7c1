import type { Account } from './account-store.js'
import { integer, number, present, text, yes, type Row } from './columns.js'

/** A row of the table `account` as an account. */
export function accountFromRow(row: Row): Account {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    unlimited: yes(row, 'unlimited'),
    credits: integer(row, 'available'),
    held: integer(row, 'held'),
    created: number(row, 'created'),
    disabled: yes(row, 'disabled'),
    ...(present(row, 'low_balance') ? { lowBalance: integer(row, 'low_balance') } : {}),
  }
}

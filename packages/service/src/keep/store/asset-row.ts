import type { Asset } from './asset-store.js'
import { number, text, word, type Row } from './columns.js'

/** A row of the table `asset` as an asset. */
export function assetFromRow(row: Row): Asset {
  return {
    id: text(row, 'id'),
    account: text(row, 'account'),
    status: word(row, 'status', ['pending', 'approved', 'rejected'] as const),
    contentType: text(row, 'content_type'),
    bytes: number(row, 'bytes'),
    file: text(row, 'file'),
    created: number(row, 'created'),
  }
}

import { parseJson } from '../../base/json.js'
import { integer, text, type Row } from './columns.js'
import type { KeptValueList } from './value-list-store.js'

/** A row of the table `value_list` as a list; undefined where there is none, or it holds no list. */
export function valueListOf(row: Row | undefined): KeptValueList | undefined {
  const values = row === undefined ? undefined : parseJson(text(row, 'list'))
  if (row === undefined || !Array.isArray(values)) return undefined
  return { values: values.filter((value) => typeof value === 'string'), readAt: integer(row, 'read_at') }
}

/** Which entries of a list, oldest first: at most `limit`; with `after`, those that follow the entry of that ID. */
export interface PageQuery {
  limit: number
  after?: string | undefined
}

/** Entries of a list. `next`: the ID of the last one, where more follow. */
export interface Page<Entry> {
  entries: Entry[]
  next?: string
}

/**
 * The condition and the order of such a list, of which the index is (created, id); of a list within the rows of an owner,
 * (owner, created, id). It is a range of that index: were it `owner = …`, PostgreSQL might rather read the index of all
 * until enough rows fit. Nothing follows an unknown ID.
 */
export function entriesAfter(table: string, after: string, owner?: { column: string; value: string }): string {
  const begin = `(SELECT before.created FROM ${table} AS before WHERE before.id = ${after} UNION ALL SELECT -1 WHERE ${after} = '')`
  const columns = [...(owner === undefined ? [] : [owner.column]), 'created', 'id'].map(
    (column) => `${table}.${column}`,
  )
  const values = [...(owner === undefined ? [] : [owner.value]), begin, after]
  const end = owner === undefined ? '' : `${table}.${owner.column} <= ${owner.value} AND `
  return `${end}(${columns.join(', ')}) > (${values.join(', ')}) ORDER BY ${columns.join(', ')}`
}

/** How many rows are read for a page, and after which ID: the values of a statement with `entriesAfter`. */
export const pageValues = ({ limit, after = '' }: PageQuery): [after: string, limit: number] => [after, limit + 1]

/** The page in these rows, which are up to one more than `limit`. */
export function pageOf<Entry extends { id: string }>(found: readonly Entry[], limit: number): Page<Entry> {
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  return found.length > limit && last !== undefined ? { entries, next: last.id } : { entries }
}

/** Every entry of a list, read page by page. */
export async function* everyEntry<Entry>(list: (query: PageQuery) => Promise<Page<Entry>>): AsyncGenerator<Entry> {
  let after: string | undefined
  do {
    const { entries, next } = await list({ limit: 1000, after })
    yield* entries
    after = next
  } while (after !== undefined)
}

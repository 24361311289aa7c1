import type { Catalogue } from '../../catalogue.js'
import type { Change, DiffRule } from '../event.js'
import type { Pair } from '../pairs.js'

/** What one row finds of a pair: words that follow the subject, or those with more. `inside` is appended to the subject. */
export type Detail = string | (Omit<Change, 'subject'> & { inside?: string })

/** One kind of difference between two states of the same thing. */
export interface Row<T> extends Pick<DiffRule, 'id' | 'severity' | 'step' | 'summary'> {
  find: (before: T, after: T) => Detail | readonly Detail[] | undefined
}

/** The rules of a table: each row looks at every pair that `pairs` finds. */
export function rulesOver<T>(
  pairs: (before: Catalogue, after: Catalogue) => readonly Pair<T>[],
  rows: readonly Row<T>[],
): DiffRule[] {
  // All rows of a table look at the same pairs, which is most of the work.
  let latest: { before: Catalogue; after: Catalogue; pairs: readonly Pair<T>[] } | undefined
  const pairsOf = (before: Catalogue, after: Catalogue): readonly Pair<T>[] => {
    if (latest?.before !== before || latest.after !== after) latest = { before, after, pairs: pairs(before, after) }
    return latest.pairs
  }
  return rows.map(({ find, ...rule }) => ({
    ...rule,
    *compare(before, after) {
      for (const pair of pairsOf(before, after))
        for (const detail of listed(find(pair.before, pair.after))) yield changeOf(pair.subject, detail)
    },
  }))
}

function changeOf(subject: string, detail: Detail): Change {
  if (typeof detail === 'string') return { subject, message: detail }
  const { inside = '', ...change } = detail
  return { subject: `${subject}${inside}`, ...change }
}

function listed(found: Detail | readonly Detail[] | undefined): readonly Detail[] {
  if (found === undefined) return []
  return isList(found) ? found : [found]
}

function isList(found: Detail | readonly Detail[]): found is readonly Detail[] {
  return Array.isArray(found)
}

import type { SearchIndex } from './search-index.js'

/** One thing found: its kind in the reader's language, what it is called, the page it is on, and its path with its anchor. */
export interface Hit {
  kind: string
  title: string
  where: string
  path: string
  score: number
}

/** Words of a query: runs of letters, digits and the marks of ids; each Han character counts for itself. */
const wordsOf = (query: string): string[] => query.toLowerCase().match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? []

const scoreOf = (title: string, others: string, query: string, words: string[]): number => {
  const list = others.split(' ')
  // What was typed as a whole, such as a token, goes before what merely has its parts.
  let score = title === query || list.includes(query) ? 6 : 0
  for (const word of words) {
    if (title === word) score += 12
    else if (title.startsWith(word)) score += 8
    else if (title.includes(word)) score += 5
    else if (list.includes(word)) score += 3
    else if (others.includes(word)) score += 1
    else return 0
  }
  return score
}

/** The best matches of a query, best first: every word must be found in the title, the words beside it or the page's path. */
export const findHits = (query: string, index: SearchIndex): Hit[] => {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const asked = query.trim().toLowerCase()
  return index.rows
    .flatMap(({ kind, title, words: others, anchor, pages }) =>
      pages.map((place): Hit => {
        const folder = index.paths[place] ?? ''
        const where = folder.replace(/^models\//, '').replace(/\/$/, '')
        const score = scoreOf(title.toLowerCase(), `${others} ${where}`.toLowerCase(), asked, words)
        return {
          kind: index.kinds[kind] ?? '',
          title,
          where: where === title ? '' : where,
          path: folder + (anchor === '' ? '' : `#${anchor}`),
          score: score === 0 ? 0 : score + (anchor === '' ? 2 : 0),
        }
      }),
    )
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, 24)
}

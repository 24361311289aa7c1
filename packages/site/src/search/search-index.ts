/**
 * The index search reads: rows grouped so that a parameter that many models have is written once,
 * with the models by their place in a list.
 */
export interface SearchIndex {
  kinds: string[]
  /** Paths that rows name by number. */
  paths: string[]
  rows: SearchRow[]
}

/** One thing to be found, and the pages it is on. */
export interface SearchRow {
  kind: number
  title: string
  words: string
  anchor: string
  pages: number[]
}

/** Stands in an anchor for the title of its row. */
const titleMark = '*'

const separator = '\t'

/** The index as the text of its file: a line of kinds, a line of paths, then a line a row. Small before it is compressed, and after. */
export const writeIndex = ({ kinds, paths, rows }: SearchIndex): string =>
  [
    kinds.join(separator),
    paths.join(separator),
    ...rows.map(({ kind, title, words, anchor, pages }) =>
      [kind, title, words, title === '' ? anchor : anchor.replace(title, () => titleMark), pages.join(' ')].join(
        separator,
      ),
    ),
  ].join('\n')

/** Reads what `writeIndex` wrote. */
export const readIndex = (text: string): SearchIndex => {
  const [kinds = '', paths = '', ...rows] = text.split('\n')
  return {
    kinds: kinds.split(separator),
    paths: paths.split(separator),
    rows: rows.map((row) => {
      const [kind = '', title = '', words = '', anchor = '', pages = ''] = row.split(separator)
      return {
        kind: Number(kind),
        title,
        words,
        anchor: anchor.replace(titleMark, () => title),
        pages: pages.split(' ').map(Number),
      }
    }),
  }
}

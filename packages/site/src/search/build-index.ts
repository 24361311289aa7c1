import type { Page, SearchEntry } from '../page.js'
import type { Texts } from '../texts/en.js'
import type { SearchIndex } from './search-index.js'

const keyOf = ({ kind, title, words, anchor }: SearchEntry): string => JSON.stringify([kind, title, words, anchor])

/** Builds the index of one language's pages. */
export const searchIndex = (pages: Page[], texts: Texts): SearchIndex => {
  const paths = pages.map(({ path }) => path)
  const groups = new Map<string, { entry: SearchEntry; pages: number[] }>()
  pages.forEach((page, index) => {
    for (const entry of page.entries ?? []) {
      const key = keyOf(entry)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, { entry, pages: [index] })
      else group.pages.push(index)
    }
  })
  const kinds = [...new Set([...groups.values()].map(({ entry }) => entry.kind))]
  return {
    kinds: kinds.map((kind) => texts[kind]),
    paths,
    rows: [...groups.values()].map(({ entry: { kind, title, words, anchor }, pages: on }) => ({
      kind: kinds.indexOf(kind),
      title,
      words,
      anchor,
      pages: on,
    })),
  }
}

import { readFileSync } from 'node:fs'
import type { Page, SearchEntry } from '../page.js'
import type { Texts } from '../texts/en.js'
import type { SearchIndex, SearchRow } from './search-index.js'

/** Words that stand for each other in either language. */
const readSynonyms = (): string[][] => {
  const groups: unknown = JSON.parse(readFileSync(new URL('../../content/synonyms.json', import.meta.url), 'utf8'))
  if (!Array.isArray(groups)) throw new Error('content/synonyms.json must be an array of groups of words')
  return groups.map((group: unknown) => (Array.isArray(group) ? group.map((word) => String(word).toLowerCase()) : []))
}

/** Below the folder of the language, which a page in English alone is beside. */
const placeOf = (page: Page, { anchor }: SearchEntry): string =>
  (page.inEnglish === true ? '../' : '') + page.path + (anchor === '' ? '' : `#${anchor}`)

/** Builds the index of one language's pages. */
export const searchIndex = (pages: Page[], texts: Texts): SearchIndex => {
  const rows = new Map<string, SearchRow>()
  for (const page of pages) {
    for (const entry of page.entries ?? []) {
      const { kind, title, words, text = '' } = entry
      const key = JSON.stringify([kind, title, words, text])
      const row = rows.get(key)
      if (row === undefined) rows.set(key, { kind, title, words, text, places: [placeOf(page, entry)] })
      else row.places.push(placeOf(page, entry))
    }
  }
  const kinds = ['models', 'parameter', 'rule', 'guides', 'interface', 'more'] as const
  return {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, texts[kind]])),
    rows: [...rows.values()],
    synonyms: readSynonyms(),
  }
}

import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page, SearchEntry } from '../page.js'
import type { Texts } from '../texts/en.js'
import { readQuestions } from './read-questions.js'
import type { SearchIndex, SearchRow } from './search-index.js'

/** Below the folder of the language, which a page in English alone is beside. */
const placeOf = (page: Page, { anchor }: SearchEntry): string =>
  (page.inEnglish === true ? '../' : '') + page.path + (anchor === '' ? '' : `#${anchor}`)

type Placed = SearchEntry & { place: string }

/** The entries as rows: what several pages have alike is one row with several places. */
const rowsOf = (entries: Placed[]): SearchRow[] => {
  const rows = new Map<string, SearchRow>()
  for (const { kind, title, words, text = '', place } of entries) {
    const key = JSON.stringify([kind, title, words, text])
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { kind, title, words, text, places: [place] })
    else row.places.push(place)
  }
  return [...rows.values()]
}

/** How much of a section's text a first search reads, in bytes: a long one names its subject before it goes into it. */
const firstText = 206

/** What a first search reads of an entry. */
const beginningOf = (entry: Placed): Placed => {
  const { later, text = '' } = entry
  if (later === 'text') return { ...entry, text: '' }
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= firstText) return entry
  const cut = new TextDecoder().decode(bytes.subarray(0, firstText), { stream: true })
  // A word that was cut is another word.
  return { ...entry, text: cut.replace(/[\w-]+$/, '') }
}

/** The index of one language's pages in two parts: what a first search needs, and the rows with what it leaves out. */
export const searchIndex = (
  pages: Page[],
  texts: Texts,
  { synonyms }: Pick<Catalogue, 'synonyms'>,
): { first: SearchIndex; later: SearchRow[] } => {
  const kinds = ['answers', 'models', 'parameter', 'rule', 'guides', 'interface', 'more'] as const
  const entries = pages.flatMap((page) =>
    (page.entries ?? []).map((entry): Placed => ({ ...entry, place: placeOf(page, entry) })),
  )
  return {
    first: {
      kinds: Object.fromEntries(kinds.map((kind) => [kind, texts[kind]])),
      rows: rowsOf(entries.filter(({ later }) => later !== 'all').map(beginningOf)),
      synonyms: synonyms.map(({ words }) => words),
      questions: readQuestions(texts.code),
    },
    later: rowsOf(entries.filter((entry) => entry.later !== undefined || beginningOf(entry) !== entry)),
  }
}

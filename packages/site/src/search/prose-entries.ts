import type { SearchEntry } from '../page.js'
import { headingId, type AnchoredRow, type Heading } from '../render/markdown.js'

/** What a page of prose offers to search. */
export interface SearchableProse {
  kind: SearchEntry['kind']
  title: string
  label: string
  text: string
  sections: Heading[]
  rows: AnchoredRow[]
  /** Whether the first search leaves the text out. */
  later: boolean
  /** Whether it leaves the sections out as well: their headings are words that other pages are found by. */
  sectionsLater?: boolean
}

/** A block of code of more lines than a reader looks for words of. */
const program = /^```.*\n(?:(?!```).*\n){8,}```$/gm

/** Markdown as the text a reader sees, on one line. Code stays, but for whole programs: people look for what it says. */
const plain = (markdown: string): string =>
  markdown
    .replace(program, ' ')
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/^```.*$/gm, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|[\s|:-]+\|$/gm, ' ')
    .replace(/[`*|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The text of each section of a page, the part before the first one under an empty name. Rows with entries of their own are left out. */
const sectionTexts = (text: string, rows: AnchoredRow[]): string[] => {
  const own = new Set(rows.map(({ id }) => id))
  const isOwn = (id = ''): boolean => own.has(id)
  return text
    .split(/^#{2,4} /m)
    .map((part) =>
      plain(
        part
          .replace(/^.*\n/, '')
          .replace(/^\| *(?:<a id="([^"]+)">|`([\w./-]+)).*\n?/gm, (row, id?: string, code?: string) =>
            isOwn(id ?? code) ? '' : row,
          ),
      ),
    )
}

/** What search finds on a page of prose: the page, its sections with their text, and the rows that can be linked to. */
export const proseEntries = ({
  kind,
  title,
  label,
  text,
  sections,
  rows,
  later,
  sectionsLater = false,
}: SearchableProse): SearchEntry[] => {
  const [start = '', ...texts] = sectionTexts(text, rows)
  const withoutText = later ? ({ later: 'text' } as const) : {}
  return [
    { kind, title, words: label === title ? '' : label, text: start, anchor: '', ...withoutText },
    ...sections.map((heading, index): SearchEntry => ({
      kind,
      title: heading.text,
      // An id that is made of the heading's words says nothing more.
      words: heading.id === headingId(heading.text) ? title : `${title} ${heading.id}`,
      text: texts[index] ?? '',
      anchor: heading.id,
      ...(sectionsLater ? { later: 'all' } : withoutText),
    })),
    ...rows.map(({ id, named, cells }): SearchEntry => ({
      kind: later ? 'more' : kind === 'interface' && named ? 'rule' : kind,
      title: named ? id : (cells[0] ?? id),
      words: title,
      text: cells.slice(1).join(' '),
      anchor: id,
      ...(later ? { later: 'all' } : {}),
    })),
  ]
}

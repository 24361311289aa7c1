import type { SearchEntry } from '../page.js'
import type { AnchoredRow, Heading } from '../render/markdown.js'

/** What a page of prose offers to search. */
export interface SearchableProse {
  path: string
  kind: SearchEntry['kind']
  title: string
  label: string
  text: string
  sections: Heading[]
  rows: AnchoredRow[]
}

const ordinary = new Set([
  'which',
  'what',
  'whether',
  'that',
  'them',
  'there',
  'other',
  'most',
  'with',
  'without',
  'from',
  'where',
  'does',
  'hold',
  'behind',
  'such',
])

/** The words of a sentence that somebody would look for. */
const tellingWords = (sentence: string): string =>
  [...new Set(sentence.toLowerCase().match(/[\p{Letter}\p{Number}_.]{4,}/gu) ?? [])]
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => !ordinary.has(word))
    .join(' ')

/** The id of an extension and the headers its section names, such as `Idempotency-Key`. */
const sectionWords = (text: string, { id, text: heading }: Heading): string => {
  const section = text.slice(text.indexOf(`<a id="${id}"></a>${heading}`)).split('\n## ')[0] ?? ''
  return [...new Set([id, ...(section.match(/\b[A-Z][a-z]+-[A-Z][a-z]+\b/g) ?? [])])].join(' ')
}

const rowEntry = (path: string, { id, cells }: AnchoredRow): SearchEntry[] => {
  if (path === 'interface/findings/') return [{ kind: 'rule', title: id, words: '', anchor: id }]
  if (path === 'unknowns/') return [{ kind: 'more', title: id, words: tellingWords(cells[1] ?? ''), anchor: id }]
  return []
}

/** What search finds on a page of prose: the page, its sections, and the findings, extensions and open questions it lists. */
export const proseEntries = ({ path, kind, title, label, text, sections, rows }: SearchableProse): SearchEntry[] => {
  const name = label === title ? '' : label
  return [
    { kind, title, words: name, anchor: '' },
    ...(kind === 'guides' || kind === 'interface'
      ? sections.map((heading): SearchEntry => ({
          kind,
          title: heading.text,
          words: path === 'interface/extensions/' ? sectionWords(text, heading) : title,
          anchor: heading.id,
        }))
      : []),
    ...rows.flatMap((row) => rowEntry(path, row)),
  ]
}

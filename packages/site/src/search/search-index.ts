import type { Questions } from './question-terms.js'

/** What search reads: documents as rows, and words that mean the same. It is indexed in the browser, which is faster than sending an index. */
export interface SearchIndex {
  /** What the kinds are called in the reader's language. */
  kinds: Record<string, string>
  rows: SearchRow[]
  /** Groups of words and phrases that stand for each other. */
  synonyms: string[][]
  /** The questions that the pages answer. */
  questions: Questions
}

/** One thing to be found. A parameter that several models have is one row with several places. */
export interface SearchRow {
  kind: string
  title: string
  /** Words it is found by beside its title. */
  words: string
  /** Its text, of which the part around a match is shown. */
  text: string
  /** Pages it is on, with their anchors. */
  places: string[]
}

const isIndex = (value: unknown): value is SearchIndex =>
  typeof value === 'object' && value !== null && 'rows' in value && 'kinds' in value && 'questions' in value

const isRow = (value: unknown): value is SearchRow =>
  typeof value === 'object' && value !== null && 'title' in value && 'places' in value

/** An index, or the rows that extend one, as the text of its file. */
export const writeIndex = (index: SearchIndex | SearchRow[]): string => JSON.stringify(index)

/** Reads an index that `writeIndex` wrote. Throws on anything else. */
export const readIndex = (text: string): SearchIndex => {
  const value: unknown = JSON.parse(text)
  if (!isIndex(value)) throw new Error('The search index cannot be read')
  return value
}

/** Reads rows that `writeIndex` wrote. Throws on anything else. */
export const readRows = (text: string): SearchRow[] => {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value) || !value.every(isRow)) throw new Error('The rows of the search index cannot be read')
  return value
}

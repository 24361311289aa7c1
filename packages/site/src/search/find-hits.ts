import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { SearchIndex } from './search-index.js'
import { indexTerms, queryTerms } from './tokens.js'

/** One thing found. */
export interface Hit {
  kind: string
  title: string
  /** The page it is on, in short. */
  where: string
  path: string
  text: string
  /** The words of the site that matched. */
  matched: string[]
  score: number
}

/** What search answers: hits in groups by kind, the best group first; where there are none, words that come near. */
export interface Found {
  groups: { kind: string; title: string; hits: Hit[] }[]
  suggestions: string[]
}

interface Document {
  id: number
  kind: string
  title: string
  where: string
  words: string
  text: string
  path: string
}

/** Answers queries. */
export type Search = (query: string) => Found

const shownPerGroup = 6
/** What another way of saying a query counts, beside the query itself. */
const otherWay = 0.35
/** What people look for most often goes first. */
const weights: Record<string, number> = {
  models: 1.5,
  parameter: 1.5,
  interface: 1.3,
  guides: 1.2,
  rule: 1,
  more: 0.45,
}

const whereOf = (place: string): string =>
  place
    .split('#')[0]
    ?.replace(/^(\.\.\/)?(models\/)?/, '')
    .replace(/\/$/, '') ?? ''

const documentsOf = ({ rows }: SearchIndex): Document[] =>
  rows
    .flatMap(({ places, ...row }) => places.map((path) => ({ ...row, path, where: whereOf(path) })))
    .map((row, id) => ({ id, ...row }))

/** The other ways of saying a query: each phrase of a group in it, replaced by the others of the group. */
const alternatives = (query: string, synonyms: string[][]): string[] => {
  const found = synonyms.flatMap((group) => {
    const said = group
      .filter((phrase) =>
        /\p{Script=Han}/u.test(phrase) ? query.includes(phrase) : ` ${query} `.includes(` ${phrase} `),
      )
      .sort((left, right) => right.length - left.length)[0]
    return said === undefined
      ? []
      : group.filter((phrase) => phrase !== said).map((phrase) => query.replace(said, phrase))
  })
  return [...new Set(found)]
}

const asString = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Prepares search over an index: full text, tolerant of typing mistakes, with synonyms. */
export const createSearch = (index: SearchIndex): Search => {
  const documents = documentsOf(index)
  const mini = new MiniSearch<Document>({
    fields: ['title', 'where', 'words', 'text'],
    storeFields: ['kind', 'title', 'where', 'text', 'path'],
    tokenize: indexTerms,
    processTerm: (term) => term.toLowerCase(),
    searchOptions: {
      tokenize: queryTerms,
      boost: { title: 6, words: 4, where: 3 },
      prefix: (term, at, terms) => at === terms.length - 1 || term.length > 3,
      // A short word, a number or an ID with digits means what it says.
      fuzzy: (term) => (term.length < 4 || /[\d\p{Script=Han}]/u.test(term) ? false : term.length < 7 ? 1 : 2),
      weights: { fuzzy: 0.3, prefix: 0.6 },
      boostDocument: (_, __, stored) =>
        (weights[asString(stored?.kind)] ?? 1) * (asString(stored?.path).includes('#') ? 1 : 1.8),
    },
  })
  mini.addAll(documents)

  /** What matches the query, and, at a lower rank, what matches another way of saying it. */
  const ask = (query: string): SearchResult[] => {
    const queries = alternatives(query, index.synonyms).map((text): Query => ({ queries: [text], combineWith: 'AND' }))
    const exact = mini.search(query, { combineWith: 'AND' })
    const others = mini.search({ combineWith: 'OR', queries, fuzzy: false, prefix: false })
    const known = new Set(exact.map(({ path }) => asString(path)))
    const all = [
      ...exact,
      ...others
        .filter(({ path }) => !known.has(asString(path)))
        .map((result) => ({ ...result, score: result.score * otherWay })),
    ]
    return all.length > 0 ? all : mini.search(query, { combineWith: 'OR' })
  }

  return (typed) => {
    const query = typed.trim().toLowerCase().replace(/\s+/g, ' ')
    if (query === '') return { groups: [], suggestions: [] }
    const groups = new Map<string, Hit[]>()
    for (const result of ask(query)) {
      const hit: Hit = {
        kind: asString(result.kind),
        title: asString(result.title),
        where: asString(result.where),
        path: asString(result.path),
        text: asString(result.text),
        matched: result.terms,
        // What was typed as a whole goes before what has its words somewhere.
        score: result.score * (asString(result.title).toLowerCase() === query ? 4 : 1),
      }
      groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit])
    }
    const sorted = [...groups].map(([kind, hits]) => ({
      kind,
      title: index.kinds[kind] ?? kind,
      hits: hits.sort((left, right) => right.score - left.score).slice(0, shownPerGroup),
    }))
    sorted.sort((left, right) => (right.hits[0]?.score ?? 0) - (left.hits[0]?.score ?? 0))
    const suggestions =
      sorted.length > 0
        ? []
        : mini.autoSuggest(query, { fuzzy: 0.4, combineWith: 'OR' }).map(({ suggestion }) => suggestion)
    return { groups: sorted, suggestions: suggestions.slice(0, 4) }
  }
}

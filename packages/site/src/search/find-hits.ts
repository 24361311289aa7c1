import MiniSearch, { type SearchResult } from 'minisearch'
import { createAnswers } from './answers.js'
import type { SearchIndex, SearchRow } from './search-index.js'
import { indexTerms, looseTerms, queryTerms } from './tokens.js'

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

/** Search over an index. */
export interface Search {
  /** Answers a query. */
  find: (query: string) => Found
  /** Adds rows that the index left out; a row that it has gets the text it was without. */
  extend: (rows: SearchRow[]) => void
}

const shownPerGroup = 6
/** From how many hits on no typing mistake is assumed. */
const enough = 4
/** What another way of saying a query counts, beside the query itself: of all of it, and of a part of it. */
const otherWay = { whole: 0.7, part: 0.35 }
/** How near another way of saying a query may come to the best match of the query itself. */
const belowBest = 0.95
/** What people look for most often goes first. */
const weights: Record<string, number> = {
  models: 1.5,
  parameter: 1.5,
  interface: 1.3,
  guides: 1.2,
  rule: 1,
  more: 0.06,
}

/** A page as a whole goes before its parts, and one in another language than the reader's after the others. */
const weightOf = (kind: string, path: string): number =>
  (weights[kind] ?? 1) * (path.includes('#') ? 1 : 1.8) * (path.startsWith('../') ? 0.3 : 1)

const whereOf = (place: string): string =>
  place
    .split('#')[0]
    ?.replace(/^(\.\.\/)?(models\/)?/, '')
    .replace(/\/$/, '') ?? ''

const documentsOf = (rows: SearchRow[]): Omit<Document, 'id'>[] =>
  rows.flatMap(({ places, ...row }) => places.map((path) => ({ ...row, path, where: whereOf(path) })))

const keyOf = ({ title, path }: Pick<Document, 'title' | 'path'>): string => `${path} ${title}`

/** Another way of saying a query, and the phrase that makes it so. */
interface Alternative {
  text: string
  phrase: string
}

/** The other ways of saying a query: each phrase of a group in it, replaced by the others of the group. */
const alternatives = (query: string, synonyms: string[][]): Alternative[] => {
  const found = synonyms.flatMap((group) => {
    const said = group
      .filter((phrase) =>
        /\p{Script=Han}/u.test(phrase) ? query.includes(phrase) : ` ${query} `.includes(` ${phrase} `),
      )
      .sort((left, right) => right.length - left.length)[0]
    return said === undefined
      ? []
      : group.filter((phrase) => phrase !== said).map((phrase) => ({ text: query.replace(said, phrase), phrase }))
  })
  return [...new Map(found.map((alternative) => [alternative.text, alternative])).values()]
}

/** Text of which words that stand one after the other can be compared, however they are joined. */
const joined = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, ' ')} `

const isNamed = ({ title, path }: SearchResult, query: string): boolean =>
  asString(title).toLowerCase() === query || asString(path).toLowerCase().endsWith(`#${query}`)

/** Only the letters and figures of a text. */
const bare = (text: string): string => text.replace(/[^\p{Letter}\p{Number}]/gu, '')

/** A query in which each word that begins a Model ID, but for its marks, is written as the ID is: `sd2.0` is `sd_2.0`. */
const withModelIds = (query: string, ids: string[]): string =>
  query.replace(/(?=\S*\d)(?=\S*\p{Letter})[\w.-]+/gu, (word) => {
    const asked = bare(word)
    const id = ids.find((candidate) => bare(candidate).startsWith(asked))
    if (id === undefined || asked.length < 3 || ids.some((candidate) => candidate.startsWith(word))) return word
    const end = [...id].findIndex((_, at) => bare(id.slice(0, at + 1)) === asked)
    return id.slice(0, end + 1)
  })

const nowhere = { title: '', where: '', words: '', text: '' }

const asString = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Prepares search over an index: full text, tolerant of typing mistakes, with synonyms. */
export const createSearch = (index: SearchIndex): Search => {
  const documents = new Map(documentsOf(index.rows).map((row, id): [number, Document] => [id, { id, ...row }]))
  const ids = new Map([...documents.values()].map((document) => [keyOf(document), document.id]))
  const mini = new MiniSearch<Document>({
    fields: ['title', 'where', 'words', 'text'],
    // What a row is replaced with has more words, never fewer: nothing is left behind.
    autoVacuum: false,
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
      boostDocument: (_, __, stored) => weightOf(asString(stored?.kind), asString(stored?.path)),
    },
  })
  mini.addAll([...documents.values()])
  const answersTo = createAnswers(index.questions)
  const modelIds = index.rows.filter(({ kind }) => kind === 'models').map(({ title }) => title.toLowerCase())

  /** The places that answer a question, before everything that has its words somewhere. */
  const answerHits = (query: string, found: { apart: boolean }): Hit[] =>
    answersTo(query, found).map(({ place, question, score }) => ({
      kind: 'answers',
      title: question,
      where: whereOf(place),
      path: place,
      text: '',
      matched: [],
      score,
    }))

  /** Whether a document has the words of a phrase one after the other: "time out" is not a page with a time that leaves something out. */
  const says = (id: unknown, phrase: string): boolean => {
    const isHan = /\p{Script=Han}/u.test(phrase)
    if (!isHan && !phrase.includes(' ')) return true
    const asked = isHan ? joined(phrase).trim() : joined(phrase)
    const { title, where, words, text } = documents.get(Number(id)) ?? nowhere
    return [title, where, words, text].some((part) => joined(part).includes(asked))
  }

  /** What matches one of the other ways of saying a query, each page with the best of its scores. */
  const askOtherwise = (query: string): SearchResult[] => {
    const best = new Map<string, SearchResult>()
    for (const { text, phrase } of alternatives(query, index.synonyms))
      for (const result of mini.search(text, {
        combineWith: 'AND',
        fuzzy: false,
        prefix: false,
        filter: ({ id }) => says(id, phrase),
      })) {
        const path = asString(result.path)
        if (result.score > (best.get(path)?.score ?? 0)) best.set(path, result)
      }
    const isWhole = index.synonyms.some((group) => group.includes(query))
    const worth = isWhole ? otherWay.whole : otherWay.part
    return [...best.values()].map((result) => ({ ...result, score: result.score * worth }))
  }

  /**
   * What matches the query, and, at a lower rank, what matches another way of saying it. Typing mistakes are looked for
   * where that is next to nothing, since most words are a letter away from another one. `apart` where nothing has all
   * words as they were typed.
   */
  const ask = (query: string): { results: SearchResult[]; apart: boolean } => {
    const together = mini.search(query, { combineWith: 'AND', fuzzy: false })
    const exact =
      together.length > 0 ? together : mini.search(query, { combineWith: 'AND', fuzzy: false, tokenize: looseTerms })
    const known = new Set(exact.map(({ path }) => asString(path)))
    const [best] = exact
    const otherwise = askOtherwise(query)
      .filter(({ path }) => !known.has(asString(path)))
      .map((result) => ({ ...result, score: Math.min(result.score, belowBest * (best?.score ?? Infinity)) }))
    const found = [...exact, ...otherwise]
    if (found.length >= enough) return { results: found, apart: exact.length === 0 }
    const near = mini.search(query, { combineWith: 'AND' }).filter(({ id }) => !found.some((one) => one.id === id))
    const all = [...found, ...near]
    return all.length > 0
      ? { results: all, apart: exact.length === 0 }
      : { results: mini.search(query, { combineWith: 'OR' }), apart: true }
  }

  const find = (typed: string): Found => {
    const asked = typed.trim().toLowerCase().replace(/\s+/g, ' ')
    if (asked === '') return { groups: [], suggestions: [] }
    const query = withModelIds(asked, modelIds)
    let isAnId = false
    const groups = new Map<string, Hit[]>()
    const { results, apart } = ask(query)
    for (const result of results) {
      const hit: Hit = {
        kind: asString(result.kind),
        title: asString(result.title),
        where: asString(result.where),
        path: asString(result.path),
        text: asString(result.text),
        matched: result.terms,
        // What was typed as a whole, or is the ID of a place, goes before what has its words somewhere.
        score: result.score * (isNamed(result, query) ? 4 : 1),
      }
      isAnId ||= /^[\w.-]+$/.test(query) && isNamed(result, query)
      groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit])
    }
    const sorted = [...groups].map(([kind, hits]) => ({
      kind,
      title: index.kinds[kind] ?? kind,
      hits: hits.sort((left, right) => right.score - left.score).slice(0, shownPerGroup),
    }))
    sorted.sort((left, right) => (right.hits[0]?.score ?? 0) - (left.hits[0]?.score ?? 0))
    const answers = answerHits(query, { apart })
    const named = { kind: 'answers', title: index.kinds.answers ?? '', hits: answers }
    // What was typed is the name of something: it is meant, rather than a question with this word.
    if (answers.length > 0) sorted.splice(isAnId ? 1 : 0, 0, named)
    const suggestions =
      sorted.length > 0
        ? []
        : mini
            .autoSuggest(query, { fuzzy: 0.4, combineWith: 'OR' })
            .map(({ suggestion }) => suggestion)
            // Han characters are indexed alone and in pairs, which are not words that anybody would look for.
            .filter((suggestion) => !/\p{Script=Han}/u.test(suggestion))
    return { groups: sorted, suggestions: suggestions.slice(0, 4) }
  }

  const extend = (rows: SearchRow[]): void => {
    for (const row of documentsOf(rows)) {
      const key = keyOf(row)
      const id = ids.get(key) ?? ids.size
      if (ids.has(key)) mini.replace({ id, ...row })
      else mini.add({ id, ...row })
      ids.set(key, id)
      documents.set(id, { id, ...row })
    }
  }
  return { find, extend }
}

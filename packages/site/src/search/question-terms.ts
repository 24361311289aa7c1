import { distanceWithin } from './distance.js'

/** The questions that the pages of a language answer, as `content/<language>/questions.json` holds them. */
export interface Questions {
  /** Words that a question has and its meaning does not, parted by spaces. */
  stop: string
  /** Groups of words and phrases that mean the same in a question. */
  same: string[][]
  /** Places, each a page with or without an anchor, with the questions that are answered there. */
  places: Record<string, string[]>
}

/** Reads a text as the set of what it asks about. */
export interface TermReader {
  /** The terms of a question of the site. All are read before the first query. */
  learn: (question: string) => Set<string>
  /** The terms of a query, where a word that no question has stands for the one that it is a mistyped form or a beginning of. */
  read: (query: string) => Set<string>
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** A word without its ending: polled, polling and polls are one. */
const stem = (word: string): string => {
  if (/[^a-z]/.test(word) || word.length < 4) return word
  const cut = word
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '')
    .replace(/(?<=..)(ing|ed)$/, '')
    .replace(/([bdglmnprt])\1$/, '$1')
  return cut.replace(/(?<=..)e$/, '')
}

const latinWords = (text: string): string[] =>
  (text.match(/[\p{Letter}\p{Number}_:#]+(?:[.'’+-][\p{Letter}\p{Number}_]+)*/gu) ?? []).map((word) =>
    stem(word.replace(/['’]/g, '')),
  )

/** Characters in pairs; a single one stands for itself. */
const pairs = (characters: string[]): string[] =>
  characters.length === 1
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`)

/** The longest of the phrases that begins at a place, as the number of its parts. */
const longestAt = (
  parts: string[],
  at: number,
  joint: string,
  known: (phrase: string) => boolean,
  most: number,
): number => {
  for (let length = Math.min(most, parts.length - at); length > 0; length -= 1)
    if (known(parts.slice(at, at + length).join(joint))) return length
  return 0
}

/** Makes a reader of questions with these words. */
export const termReader = ({ stop, same }: Pick<Questions, 'stop' | 'same'>): TermReader => {
  const stops = new Set(stop.split(' ').map((word) => (isHan(word) ? word : stem(word))))
  const concepts = new Map<string, string>()
  same.forEach((group, at) => {
    for (const phrase of group) {
      const key = isHan(phrase) ? phrase : latinWords(phrase).join(' ')
      if (!concepts.has(key)) concepts.set(key, `=${at}`)
    }
  })
  /** Words that the questions have, and what they stand for. */
  const words = new Map([...concepts].filter(([phrase]) => !/ |\p{Script=Han}/u.test(phrase)))
  const isPhrase = (phrase: string): boolean => concepts.has(phrase) || stops.has(phrase)
  const conceptOf = (phrase: string): string[] => {
    const concept = concepts.get(phrase)
    return concept === undefined ? [] : [concept]
  }

  const ofHan = (run: string): string[] => {
    const characters = [...run]
    const terms: string[] = []
    let others: string[] = []
    const flush = (): void => {
      if (others.length > 0) terms.push(...pairs(others))
      others = []
    }
    for (let at = 0; at < characters.length;) {
      const length = longestAt(characters, at, '', isPhrase, 6)
      if (length === 0) others.push(characters[at] ?? '')
      else {
        flush()
        terms.push(...conceptOf(characters.slice(at, at + length).join('')))
      }
      at += Math.max(1, length)
    }
    flush()
    return terms
  }

  /** Words that are written together, such as pinyin: all of the run in words that mean something, else nothing. */
  const divided = (run: string): string[] | undefined => {
    if (run === '') return []
    for (let length = Math.min(run.length, 12); length > 2; length -= 1) {
      const concept = words.get(run.slice(0, length))
      const rest = concept === undefined ? undefined : divided(run.slice(length))
      if (concept !== undefined && rest !== undefined) return [concept, ...rest]
    }
    return undefined
  }

  /** What a word that no question has may stand for. */
  const nearest = (word: string): string[] => {
    if (word.length < 4 || /\d/.test(word)) return [word]
    const begun = [...words].find(([known]) => known.startsWith(word))?.[1]
    if (begun !== undefined) return [begun]
    const parted = divided(word)
    if (parted !== undefined) return parted
    const allowed = word.length < 8 ? 1 : 2
    return [[...words].find(([known]) => known.length > 3 && distanceWithin(word, known, allowed))?.[1] ?? word]
  }

  const ofLatin = (text: string, unknown: (word: string) => string[]): string[] => {
    const parts = latinWords(text)
    const terms: string[] = []
    for (let at = 0; at < parts.length;) {
      const length = longestAt(parts, at, ' ', (phrase) => concepts.has(phrase), 4)
      const word = parts[at] ?? ''
      if (length > 0) terms.push(...conceptOf(parts.slice(at, at + length).join(' ')))
      else if (!stops.has(word)) terms.push(...unknown(word))
      at += Math.max(1, length)
    }
    return terms
  }

  const termsOf = (text: string, unknown: (word: string) => string[]): Set<string> =>
    new Set(
      (text.toLowerCase().match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []).flatMap((run) =>
        isHan(run) ? ofHan(run) : ofLatin(run, unknown),
      ),
    )

  return {
    learn: (question) =>
      termsOf(question, (word) => {
        words.set(word, word)
        return [word]
      }),
    read: (query) => termsOf(query, (word) => (words.has(word) ? [word] : nearest(word))),
  }
}

import { termReader, type Questions } from './question-terms.js'

/** A place that answers what was asked, and the question of it that comes nearest. */
export interface Answer {
  place: string
  question: string
  /** From 0 to 1: how much of the query the question has, and a little how much of the question the query has. */
  score: number
}

/** How many answers are shown, and of a query of one word, which may mean anything. */
const most = { ofSeveral: 3, ofOne: 1 }
/** Below which share of a query a question is about something else: where the site says all words of the query somewhere, where it does not, and beside the best question. */
const least = { score: 0.5, ofApart: 0.28, besideBest: 0.6 }
/** What it counts that a query has the words of a question alone. */
const precision = 0.3
/** What it counts that the questions of a place have the words of a query together, not one of them. */
const together = 0.8

const sum = (terms: Iterable<string>, weight: (term: string) => number): number =>
  [...terms].reduce((total, term) => total + weight(term), 0)

/** Prepares the questions of a site: what is asked is compared with them by the share of its words that they have, rare words first. */
export const createAnswers = (questions: Questions): ((query: string, found?: { apart: boolean }) => Answer[]) => {
  const reader = termReader(questions)
  const places = Object.entries(questions.places).map(([place, texts]) => {
    const asked = texts.map((question) => ({ question, terms: reader.learn(question) }))
    return { place, asked, all: new Set(asked.flatMap(({ terms }) => [...terms])) }
  })
  const count = new Map<string, number>()
  for (const { all } of places) for (const term of all) count.set(term, (count.get(term) ?? 0) + 1)
  /** A number that no question has says little: the version of somebody's model. */
  const weight = (term: string): number =>
    (count.has(term) || !/^[\d.]+$/.test(term) ? 1 : 0.3) * Math.log(1 + places.length / (count.get(term) ?? 1))

  return (query, { apart } = { apart: false }) => {
    const terms = reader.read(query)
    const whole = sum(terms, weight)
    if (whole === 0) return []
    const share = (having: Set<string>): number =>
      sum(
        [...terms].filter((term) => having.has(term)),
        weight,
      )
    const answers = places.map(({ place, asked, all }): Answer => {
      const scored = asked.map(({ question, terms: own }) => {
        const common = share(own)
        return { question, score: (common / whole) * (1 - precision + (precision * common) / sum(own, weight)) }
      })
      const best = scored.reduce((left, right) => (right.score > left.score ? right : left))
      return {
        place,
        question: best.question,
        score: Math.max(best.score, (together * (1 - precision) * share(all)) / whole),
      }
    })
    const sorted = answers
      .filter(({ score }) => score >= (apart ? least.ofApart : least.score))
      .sort((left, right) => right.score - left.score)
    const [best] = sorted
    return sorted
      .filter(({ score }) => score >= (best?.score ?? 0) * least.besideBest)
      .slice(0, terms.size > 1 ? most.ofSeveral : most.ofOne)
  }
}

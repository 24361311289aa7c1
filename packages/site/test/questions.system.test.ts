import { describe, expect, test } from 'vitest'
import { renderSite } from '../src/build.js'
import { createAnswers } from '../src/search/answers.js'
import { createSearch } from '../src/search/find-hits.js'
import { readIndex } from '../src/search/search-index.js'
import { chineseQuestions, englishQuestions } from './asked-questions.js'
import { distanceWithin } from '../src/search/distance.js'
import { readQuestions } from '../src/search/read-questions.js'
import { readSource } from '../src/source.js'

const files = new Map((await renderSite(await readSource())).map(({ path, content }) => [path, content]))

/** The page of a place in a language; one that is there in English alone is beside the language's folder. */
const pageOf = (path: string, folder: string): string | undefined => {
  const content = files.get(`${folder}${path}index.html`) ?? files.get(`${path}index.html`)
  return content === undefined ? undefined : String(content)
}

describe.each([
  ['en', '', englishQuestions],
  ['zh', 'zh/', chineseQuestions],
] as const)('%s', (code, folder, asked) => {
  const questions = readQuestions(code)

  test('every place that answers a question exists', () => {
    const missing = Object.keys(questions.places).filter((place) => {
      const [path = '', anchor] = place.split('#')
      const page = pageOf(path, folder)
      return page === undefined || (anchor !== undefined && !page.includes(`id="${anchor}"`))
    })
    expect(missing).toEqual([])
  })

  test('every question leads to its own place first', () => {
    const answers = createAnswers(questions)
    const astray = Object.entries(questions.places).flatMap(([place, own]) =>
      own
        .filter((question) => answers(question)[0]?.place !== place)
        .map((question) => `${question}: ${answers(question)[0]?.place ?? 'nothing'}`),
    )
    expect(astray).toEqual([])
  })

  test('of the questions of somebody who had not seen the site, 95 % lead to an answer among the first three', () => {
    const { find } = createSearch(readIndex(String(files.get(`search-${code}.json`))))
    const leadsTo = (path: string, place: string): boolean =>
      place.startsWith('=') ? path === place.slice(1) : path.replace(/^\.\.\//, '').startsWith(place)
    const missed = asked.flatMap(([question, ...places]) => {
      const paths = find(question).groups.flatMap(({ hits }) => hits.map(({ path }) => path))
      const first = paths.slice(0, 3)
      return first.some((path) => places.some((place) => leadsTo(path, place)))
        ? []
        : [`${question}: ${first.join(' ')}`]
    })
    expect(missed.length / asked.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })
})

test('words are near that differ in a letter: one too many, too few, another, or two exchanged', () => {
  for (const word of ['retrry', 'rety', 'retri', 'rerty']) expect(distanceWithin(word, 'retry', 1), word).toBe(true)
  expect(distanceWithin('pay', 'poll', 1)).toBe(false)
})

test('a Model ID is found without its marks, and with a word beside it', () => {
  const { find } = createSearch(readIndex(String(files.get('search-en.json'))))
  const firstOf = (query: string): string => find(query).groups[0]?.hits[0]?.path ?? ''
  expect(firstOf('sd2.0')).toMatch(/^models\/sd_2\.0/)
  expect(firstOf('sd2.0discount')).toBe('models/sd_2.0_discount/')
})

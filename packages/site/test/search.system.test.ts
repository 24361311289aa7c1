import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { renderSite } from '../src/build.js'
import { readSource } from '../src/source.js'
import { createSearch, type Found, type Search } from '../src/search/find-hits.js'
import { readIndex, readRows } from '../src/search/search-index.js'
import { indexTerms, looseTerms, queryTerms } from '../src/search/tokens.js'
import { chineseTerms, englishTerms, type Term } from './search-terms.js'

const source = await readSource()
const files = new Map((await renderSite(source)).map(({ path, content }) => [path, String(content)]))
const searchOf = (code: string, { whole }: { whole: boolean }): Search['find'] => {
  const search = createSearch(readIndex(files.get(`search-${code}.json`) ?? '{}'))
  if (whole) search.extend(readRows(files.get(`search-${code}-more.json`) ?? '[]'))
  return search.find
}
const english = searchOf('en', { whole: false })
const wholeEnglish = searchOf('en', { whole: true })

/** Paths in the order in which they are shown. */
const shown = ({ groups }: Found): string[] => groups.flatMap(({ hits }) => hits.map(({ path }) => path))

const leadsTo = (path: string, page: string): boolean =>
  page === 'index' ? path === '' || path.startsWith('#') : path.replace(/^\.\.\//, '').startsWith(page)

describe.each([
  ['English', english, englishTerms],
  ['English, whole', wholeEnglish, englishTerms],
  ['Chinese', searchOf('zh', { whole: false }), chineseTerms],
  ['Chinese, whole', searchOf('zh', { whole: true }), chineseTerms],
] as [string, Search['find'], Term[]][])('%s', (_, search, terms) => {
  test('of the terms that people type, 95 % lead to the right page among the first three hits', () => {
    const missed = terms.flatMap(([query, ...pages]) => {
      const first = shown(search(query)).slice(0, 3)
      return first.some((path) => pages.some((page) => leadsTo(path, page))) ? [] : [`${query}: ${first.join(' ')}`]
    })
    console.info(`${terms.length - missed.length} of ${terms.length}`, ...missed)
    expect(missed.length / terms.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
  })

  test('every term finds something', () => {
    expect(terms.map(([query]) => query).filter((query) => shown(search(query)).length === 0)).toEqual([])
  })
})

test('there are 260 terms and more', () => {
  expect(englishTerms.length + chineseTerms.length).toBeGreaterThanOrEqual(260)
})

test('every finding, every extension and every open question is found by its ID', () => {
  const { findings, service, unknowns } = source.catalogue
  for (const { rule } of findings) expect(shown(english(rule)), rule).toContain(`interface/findings/#${rule}`)
  for (const { id } of service.extensions) expect(shown(english(id)), id).toContain(`interface/extensions/#${id}`)
  for (const { id } of unknowns) expect(shown(english(id)), id).toContain(`unknowns/#${id}`)
})

test('what the first part of the index leaves out is found in the second: methods of the client, codes of diagnostics, decisions', () => {
  const found = (query: string): string[] => shown(wholeEnglish(query)).slice(0, 3)
  for (const query of ['resumeAll', 'pollInterval', 'AbortSignal'])
    expect(found(query)).toContainEqual(expect.stringMatching(/^guides\/(client|polling)\//))
  expect(found('photostructure')).toContainEqual(expect.stringMatching(/^decisions\//))
})

test('another way of saying a word is looked for as a phrase, and stands below the word itself', () => {
  const first = (search: Search['find'], query: string): string => {
    const { title = '', text = '' } = search(query).groups[0]?.hits[0] ?? {}
    return `${title} ${text}`
  }
  for (const search of [english, wholeEnglish]) expect(first(search, 'timeout')).toMatch(/time-?out/i)
  for (const whole of [false, true]) expect(first(searchOf('zh', { whole }), '超时')).toContain('超时')
})

test('what is suggested where nothing is found are words, not pieces of them', () => {
  expect(searchOf('zh', { whole: true })('咖啡机牛奶')).toEqual({ groups: [], suggestions: [] })
  expect(english('qqwatermarkk').suggestions.every((suggestion) => /^[\w.-]+( [\w.-]+)*$/.test(suggestion))).toBe(true)
})

test('nonsense finds nothing, a word with a missing letter does', () => {
  expect(shown(english('qqqqqqq'))).toEqual([])
  expect(shown(english('watermrk'))[0]).toContain('#p-watermark')
})

test('the first search loads at most 60 KB, and 300 bytes more for each model beyond the 28 of the interface', () => {
  const beyond = Math.max(0, source.catalogue.models.length - 28)
  const script = [...files].find(([path]) => /^assets\/search\..*\.js$/.test(path))?.[1] ?? ''
  for (const code of ['en', 'zh'])
    expect(gzipSync(script).length + gzipSync(files.get(`search-${code}.json`) ?? '').length).toBeLessThanOrEqual(
      60_000 + 300 * beyond,
    )
})

test('a question is read without its filling words, and Han characters in words of two where all of them are nowhere', () => {
  expect(queryTerms('how do I create an API key')).toEqual(['create', 'API', 'key'])
  expect(queryTerms('how to')).toEqual(['how', 'to'])
  expect(queryTerms('上传图片')).toEqual(['上传', '传图', '图片'])
  expect(looseTerms('上传图片')).toEqual(['上传', '图片'])
})

test('a field, a setting or a command is found by its name, at its row', () => {
  expect(shown(english('result_url'))[0]).toBe('interface/task/#result_url')
  expect(shown(english('MODEL_TASKS_DATABASE_URL'))[0]).toBe('guides/service/#MODEL_TASKS_DATABASE_URL')
})

test('Han characters are indexed in pairs and alone, IDs whole and in parts', () => {
  expect(indexTerms('宽高比 sd_2.0')).toEqual(['宽高', '高比', '宽', '高', '比', 'sd_2.0', 'sd'])
})

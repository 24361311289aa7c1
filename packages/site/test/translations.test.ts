import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagesOf } from '../src/pages/all.js'
import { renderMarkdown } from '../src/render/markdown.js'
import { readSource } from '../src/source.js'
import { languages } from '../src/texts/language.js'
import { markdownIn, translation, translationBy } from '../src/texts/translation.js'

const folder = new URL('../content/zh/reference/', import.meta.url)
const source = await readSource()
const { catalogue, docs } = source
const [, chinese] = languages
if (chinese?.code !== 'zh') throw new Error('Chinese is not the second language')

/** The names in the first cells of the tables, which are the same in every language: fields, states, paths, codes. */
const namesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| *(?:(?:GET|POST|PUT|DELETE) *\| *)?(`[^`]+`|\d+(?:(?:, |、)\d+)*)/gm)].map(
    ([, name = '']) => name.replaceAll('、', ', ').trim(),
  )

/** What can be linked to, in the order of the page; of a row of a table also its severity and its source, which are not translated. */
const anchorsIn = (markdown: string): string[] =>
  markdown.split('\n').flatMap((line) => {
    const [, id] = /<a id="([^"]+)">/.exec(line) ?? []
    if (id === undefined) return []
    const cells = line.split('|').map((cell) => cell.trim())
    const severity = cells.find((cell) => /^(error|advice)$/.test(cell))
    return [`${id} ${severity ?? (cells.length > 1 ? cells.at(-2) : '')}`]
  })

test.each(readdirSync(folder))('the Chinese %s names what the English one names', (file) => {
  const translated = readFileSync(new URL(file, folder), 'utf8')
  const english = docs.get(file) ?? ''
  const what = `content/zh/reference/${file}: translate what changed, or delete it to lead to the English page`
  expect(namesIn(translated), what).toEqual(namesIn(english))
  expect(anchorsIn(translated), what).toEqual(anchorsIn(english))
  expect(translated).toMatch(/\p{Script=Han}{4}/u)
})

/** What a page is made of, which a translation does not change. */
const shapeOf = (markdown: string): Record<string, unknown> => {
  const text = markdown.replace(/```[^]*?```/g, '```')
  const lines = text.split('\n')
  return {
    headings: lines.flatMap((line) => /^#+(?= )/.exec(line)?.[0] ?? []),
    blocks: text.trim().split(/\n{2,}/).length,
    items: lines.filter((line) => /^\s*(?:[-*]|\d+\.) /.test(line)).length,
    rows: lines.filter((line) => line.startsWith('|')).map((line) => line.replaceAll('\\|', '').split('|').length - 2),
    links: [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, address = '']) => address.replace(/^\/zh\//, '/')).sort(),
  }
}

/** A block of this name stands for the table of the rules of single models, which are worded in `spec/`. */
const rulesOfModels = '```rules-of-models'

/** The page without its last part. */
const beforeLastHeading = (markdown: string): string => markdown.slice(0, markdown.lastIndexOf('\n## '))

test.each(readdirSync(folder))('the Chinese %s has the parts, tables and links of the English one', (file) => {
  const translated = readFileSync(new URL(file, folder), 'utf8')
  const compared = translated.includes(rulesOfModels) ? beforeLastHeading : String
  expect(shapeOf(compared(translated))).toEqual(shapeOf(compared(docs.get(file) ?? '')))
})

const guides = (code: string): URL => new URL(`../content/${code}/`, import.meta.url)

test.each(readdirSync(guides('zh')).filter((file) => file.endsWith('.md')))(
  'the Chinese guide %s has the parts, tables and links of the English one',
  (file) => {
    const [chineseGuide, english] = ['zh', 'en'].map((code) => readFileSync(new URL(file, guides(code)), 'utf8'))
    expect(shapeOf(chineseGuide ?? '')).toEqual(shapeOf(english ?? ''))
  },
)

test('the number of unknowns is theirs in Chinese too', () => {
  expect(readFileSync(new URL('unknowns.md', folder), 'utf8')).toContain(`${catalogue.unknowns.length} 件`)
})

test('every note of the catalogue is there in Chinese', () => {
  const notes = catalogue.models.flatMap((model) => [...model.notes, ...model.parameters.flatMap(({ notes }) => notes)])
  const { say, isEnglish } = translation('notes', chinese)
  notes.forEach(({ text }) => say(text))
  expect(notes.map(({ text }) => text).filter(isEnglish)).toEqual([])
})

test('Markdown is translated block by block; programs, names, links and figures stay', () => {
  const english = [
    '# One',
    '',
    'A text of',
    'two lines.',
    '',
    '1. first',
    '2. `code`',
    '',
    '| a name | 12 |',
    '|---|---|',
    '| <a id="x"></a>a \\| b | `a name` |',
    '',
    '```sh',
    'a name # first',
    '```',
  ].join('\n')
  const table = translationBy(
    new Map([
      ['One', '一'],
      ['A text of two lines.', '两行。'],
      ['a name', '名称'],
      ['first', '其一'],
    ]),
  )
  expect(markdownIn(english, table)).toBe(
    [
      '# 一',
      '',
      '两行。',
      '',
      '1. 其一',
      '2. `code`',
      '',
      '| 名称 | 12 |',
      '|---|---|',
      '| <a id="x"></a>a \\| b | `a name` |',
      '',
      '```sh',
      'a name # first',
      '```',
    ].join('\n'),
  )
  const partly = translationBy(new Map())
  markdownIn(english, partly)
  expect([partly.isEnglish('A text of two lines.'), partly.isEnglish('`code`'), partly.isEnglish('12')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a text with places stands for all that differ in them alone; what stands in a place of text is translated in turn', () => {
  const { say, isEnglish } = translationBy(
    new Map([
      ['all {number}', '全部 {number} 个'],
      ['{parameter}: {text}: {models}', '{parameter}：{text}：{models}'],
      ['the minimum is {number}', '最小为 {number}'],
      ['all of them', '全部'],
      ['{id}: [{title}]({address})', '{id}：[{title}]({address})'],
    ]),
  )
  expect(say('all 27')).toBe('全部 27 个')
  expect(say('all of them')).toBe('全部')
  expect(say('duration: the minimum is 5: one (1), two (2)')).toBe('duration：最小为 5：one (1), two (2)')
  expect(say('duration: it has none: one (1)')).toBe('duration: it has none: one (1)')
  expect(['all 27', 'duration: it has none: one (1)'].map(isEnglish)).toEqual([false, true])
  const titled = say('states: [Poll the status](https://example.com)')
  expect(titled).toBe('states：[Poll the status](https://example.com)')
  expect(renderMarkdown(titled, { link: String, isEnglish }).html).toBe(
    '<p>states：<a href="https://example.com" lang="en">Poll the status</a></p>',
  )
})

test('the pages of a Chinese reader are Chinese', () => {
  const pages = [...pagesOf(source, chinese)]
  expect(pages.filter(({ inEnglish }) => inEnglish === true).map(({ path }) => path)).toEqual([])
  // What changed in the product is written once, in English, and marked as such.
  const translatedPages = pages.filter(({ path }) => path !== 'guides/releases/')
  const left = translatedPages.flatMap(({ path, data }) =>
    [...(typeof data.html === 'string' ? data.html : '').matchAll(/<span lang="en">(.*?)<\/span>/gs)].map(
      ([, text = '']) => `${path}: ${text}`,
    ),
  )
  expect(left, 'still English on Chinese pages; add them to content/zh/texts').toEqual([])
})

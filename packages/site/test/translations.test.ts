import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSource } from '../src/source.js'
import { noteIn } from '../src/texts/notes.js'

const folder = new URL('../content/zh/reference/', import.meta.url)
const { catalogue, docs } = await readSource()

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

test('the number of unknowns is theirs in Chinese too', () => {
  expect(readFileSync(new URL('unknowns.md', folder), 'utf8')).toContain(`${catalogue.unknowns.length} 件`)
})

test('every note of the catalogue is there in Chinese', () => {
  const notes = catalogue.models.flatMap((model) => [...model.notes, ...model.parameters.flatMap(({ notes }) => notes)])
  expect(notes.map(({ text }) => text).filter((text) => noteIn(text, 'zh') === undefined)).toEqual([])
})
